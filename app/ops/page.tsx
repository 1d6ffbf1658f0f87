import { redirect } from "next/navigation";
import { hasLiveMarketplace } from "@/lib/parties/marketplaces/queries";

/** Live data is what waits, once there is any. */
export default async function Console() {
  redirect((await hasLiveMarketplace()) ? "/ops/live" : "/ops/test");
}
