import type { Actor } from "@/lib/actor";
import { CodedError } from "@/lib/errors";
import { createFundingRequest } from "@/lib/funding/create-funding-request";
import { decideFundingRequest } from "@/lib/funding/decide-funding-request";
import type { CreateFundingRequest } from "@/lib/funding/schema";
import { processRecords } from "@/lib/ingestion/process-records";
import { readMerchantStatus } from "@/lib/merchant-status/queries";
import { createMerchant } from "@/lib/merchants/create-merchant";
import { reachOf } from "@/lib/reach";
import { recordOfTier } from "./records";
import { approveKyc } from "./submit-kyc";
import type { Certificate } from "./upload-document";

/** A test merchant who borrows. */
export type Borrower = {
  /** Its id at the marketplace: a new one. */
  ref: string;
  businessName: string;
  /** Naira. */
  asks: number;
  tenorDays: CreateFundingRequest["tenorDays"];
};

/** Stands for the director of every merchant that is made for a story. */
const director = { lastName: "Adeyemi", number: 900 };

/**
 * Makes a merchant of the best tier with an offer to accept, all at one moment. In the caller's transaction: until that
 * commits nobody else sees any of it, and so nobody works on it by another clock.
 * @throws CodedError LOAN_STATE_CONFLICT when no lender lends this in the marketplace's test environment
 */
export async function makeBorrower(call: {
  actor: Actor;
  borrower: Borrower;
  certificate: Certificate;
  now: Date;
}): Promise<{ merchantId: string; loanId: string }> {
  const { actor, borrower, certificate, now } = call;
  const reach = reachOf(actor);
  const { ref, businessName, asks, tenorDays } = borrower;
  const contact = { email: `${ref}@merchant.example`, phoneNumber: "+2348000000999" };
  const input = { thirdPartyCustomerId: ref, businessName, ...contact };
  const { merchantId } = await createMerchant({ actor, input, now });
  const records = [recordOfTier("A", ref, businessName)];
  await processRecords({ reach, records, scope: { kind: "any" }, submittedAt: now, now });
  await approveKyc({ actor, ref, businessName, person: director, certificate, now });
  const request = {
    amountRequested: asks,
    tenorDays,
    purpose: "Inventory purchase",
    financingTimeframeDays: 7,
  } as const;
  const { id } = await createFundingRequest({ actor, ref, input: request, now });
  await decideFundingRequest(id, now);
  const [decided] = (await readMerchantStatus(reach, ref)).fundingRequests;
  if (!decided?.loanId) {
    throw new CodedError(
      "LOAN_STATE_CONFLICT",
      `No lender of the test environment lends what this is about: ${decided?.failureReason ?? "undecided"}.`,
    );
  }
  return { merchantId, loanId: decided.loanId };
}
