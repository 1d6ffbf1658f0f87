import type { Tenant } from "@/lib/kernel/actor";
import { later } from "@/lib/kernel/calendar";
import type { BusinessTime } from "@/lib/kernel/time";
import { receiveAccountFlag } from "@/lib/sales/data-events/receive-account-flag";
import type { AccountFlag } from "@/lib/terms/data-events";
import type { DirectorInput } from "@/lib/terms/kyc/schema";
import { now } from "@/test/time";
import { anyDirector, anyMerchant, completeKyc, sandboxActor, saveAnyDirectors } from "./kyc";
import { lendableMerchant } from "./lendable";
import type { TestMarketplace } from "./marketplace";

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

let flags = 0;

/** The marketplace reports this about a merchant's account, a moment after what it reported before. */
export async function report({ test: tenant }: TestMarketplace, merchantId: string, name: AccountFlag): Promise<void> {
  flags += 1;
  const occurredAt = later(now(), flags - 1_000);
  const input = { eventId: `reported-flag-${flags}`, merchantId, flag: name, severity: null, reason: null, occurredAt };
  await receiveAccountFlag({ actor: sandboxActor(tenant), input, now: now() });
}
