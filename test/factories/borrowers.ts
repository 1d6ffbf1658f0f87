import type { Tenant } from "@/lib/actor";
import type { DirectorInput } from "@/lib/kyc/schema";
import type { BusinessTime } from "@/lib/time";
import { now } from "@/test/time";
import { anyDirector, anyMerchant, completeKyc, sandboxActor, saveAnyDirectors } from "./kyc";
import { lendableMerchant } from "./lendable";

/** A BVN that nobody else has, and that the sandbox's bureau verifies. */
export function ownBvn(): string {
  return anyDirector().identityNumber;
}

/** A merchant to whom everything may be lent, whose director has this BVN. */
export async function merchantOfOwner(tenant: Tenant, bvn: string, at: BusinessTime = now()) {
  const merchant = await lendableMerchant(tenant, at);
  await completeKyc(tenant, merchant.merchantId, { identityNumber: bvn });
  return merchant;
}

/** A merchant with these directors and nothing else. */
export async function directedMerchant(tenant: Tenant, ...list: Partial<DirectorInput>[]): Promise<string> {
  const { merchantId } = await anyMerchant(tenant);
  const input = list.map((one) => anyDirector(one));
  await saveAnyDirectors({ actor: sandboxActor(tenant), ref: merchantId, input, now: now() });
  return merchantId;
}
