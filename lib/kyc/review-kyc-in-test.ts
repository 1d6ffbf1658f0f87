import type { z } from "zod";
import { transaction } from "@/db/client";
import type { Actor } from "@/lib/actor";
import { findMerchant } from "@/lib/merchants/queries";
import { reachOf } from "@/lib/reach";
import type { BusinessTime } from "@/lib/time";
import { loadKyc, readKycAnswer } from "./queries";
import { type Outcome, reviewKyc } from "./review-kyc";
import type { kycAnswer } from "./schema";

/**
 * The reviewer's part, played by a test helper: like `reviewKyc`, but a record already in the requested state is left
 * as it is, so the helper can be called twice.
 * @throws CodedError NOT_FOUND, KYC_NOT_REVIEWABLE, TEST_KEY_REQUIRED
 */
export async function reviewKycInTest(call: {
  actor: Actor;
  ref: string;
  outcome: Outcome;
  now: BusinessTime;
}): Promise<z.output<typeof kycAnswer>> {
  const { actor, ref, outcome } = call;
  const reach = reachOf(actor);
  return transaction(async () => {
    const merchant = await findMerchant(reach, ref, { lock: true });
    const { status } = await loadKyc(reach, merchant);
    return status === outcome.status ? readKycAnswer(reach, merchant) : reviewKyc(call);
  });
}
