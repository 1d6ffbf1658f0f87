import type { Tenant } from "@/lib/kernel/actor";
import type { RealTime } from "@/lib/kernel/time";
import { mintEmbedToken } from "@/lib/surfaces/journey/mint-token";
import { now } from "@/test/time";
import { sandboxActor } from "./kyc";

/** An embed token of a merchant, as its marketplace's backend mints one. */
export async function embedTokenOf(tenant: Tenant, ref: string, realNow: RealTime = now()): Promise<string> {
  return (await mintEmbedToken({ actor: sandboxActor(tenant), ref, realNow })).token;
}
