import type { Tenant } from "@/lib/actor";
import type { BusinessTime } from "@/lib/time";
import { now } from "@/test/time";
import { anyDirector, completeKyc } from "./kyc";
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
