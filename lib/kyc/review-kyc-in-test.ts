import type { z } from "zod";
import { transaction } from "@/db/client";
import type { Actor } from "@/lib/actor";
import { findMerchant } from "@/lib/merchants/queries";
import { loadKyc, readKycAnswer } from "./queries";
import { type Outcome, reviewKyc } from "./review-kyc";
import type { kycAnswer } from "./schema";

/**
 * The reviewer's part, played by a test helper: like `reviewKyc`, but a record that is in the wanted state already is left
 * as it is, so that a test can say it twice.
 * @throws CodedError NOT_FOUND, KYC_NOT_REVIEWABLE, TEST_KEY_REQUIRED
 */
export async function reviewKycInTest(call: {
  actor: Actor;
  ref: string;
  outcome: Outcome;
  now: Date;
}): Promise<z.output<typeof kycAnswer>> {
  const { actor, ref, outcome } = call;
  return transaction(async () => {
    const merchant = await findMerchant(actor.tenant, ref, { lock: true });
    const { status } = await loadKyc(actor.tenant, merchant);
    return status === outcome.status ? readKycAnswer(actor.tenant, merchant) : reviewKyc(call);
  });
}
