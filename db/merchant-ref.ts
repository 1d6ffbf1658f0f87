import { eq } from "drizzle-orm";
import { isId } from "@/lib/kernel/ids";
import { merchants } from "./schema/merchants";

/** The condition that a `{ref}` stands for: the service's id of a merchant or the marketplace's own. */
export function matchesRef(ref: string) {
  return isId("merchant", ref) ? eq(merchants.id, ref) : eq(merchants.thirdPartyCustomerId, ref);
}
