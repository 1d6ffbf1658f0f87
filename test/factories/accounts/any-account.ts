import type { Tenant } from "@/lib/kernel/actor";
import { accountTokens, mintToken } from "@/lib/kernel/bearer-tokens";
import { ensureMerchantOfUser } from "@/lib/merchants/merchants/ensure-merchant-of-user";
import { anyUser } from "@/test/factories/oauth";
import { now } from "@/test/time";

/** A merchant's account with an access token, and a merchant in each of these tenants. */
export async function anyAccount(...tenants: Tenant[]) {
  const user = await anyUser();
  const merchantIds: string[] = [];
  for (const tenant of tenants) {
    const actor = { kind: "merchant", tenant, userId: user.id } as const;
    merchantIds.push((await ensureMerchantOfUser({ actor, now: now() })).merchantId);
  }
  const token = await mintToken(accountTokens, user.id, { epoch: 0, session: null }, now());
  return { ...user, token, merchantIds };
}
