import type { z } from "zod";
import { transaction } from "@/db/client";
import type { Call } from "@/lib/kernel/call";
import { reachOf } from "@/lib/kernel/reach";
import { findMerchant } from "@/lib/merchants/merchants/queries";
import type { kycAnswer, Outcome } from "@/lib/terms/kyc/schema";
import { loadKyc, readKycAnswer } from "./queries";
import { reviewKyc } from "./review-kyc";

/** A record already in the requested state stays as it is, so that a test helper can be called twice. */
export async function reviewKycInTest(
  call: Call<{ ref: string; outcome: Outcome }>,
): Promise<z.output<typeof kycAnswer>> {
  const { actor, ref, outcome } = call;
  const reach = reachOf(actor);
  return transaction(async () => {
    const merchant = await findMerchant(reach, ref, { lock: true });
    const { status } = await loadKyc(reach, merchant);
    return status === outcome.status ? readKycAnswer(reach, merchant) : reviewKyc(call);
  });
}
reviewKycInTest.errors = ["TEST_KEY_REQUIRED", "NOT_FOUND", "KYC_NOT_REVIEWABLE"] as const;
