import type { Tenant } from "@/lib/actor";
import { mintEmbedToken } from "@/lib/embed/mint-token";
import type { RealTime } from "@/lib/time";
import { now } from "@/test/time";
import { sandboxActor } from "./kyc";

/** An embed token of a merchant, as its marketplace's backend mints one. */
export async function embedTokenOf(tenant: Tenant, ref: string, realNow: RealTime = now()): Promise<string> {
  return (await mintEmbedToken({ actor: sandboxActor(tenant), ref, realNow })).token;
}
