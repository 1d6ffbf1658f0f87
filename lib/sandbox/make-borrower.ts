import type { Actor } from "@/lib/actor";
import { CodedError } from "@/lib/errors";
import { createFundingRequest } from "@/lib/funding/create";
import { decideFundingRequest } from "@/lib/funding/decide";
import type { CreateFundingRequest } from "@/lib/funding/schema";
import { processRecords } from "@/lib/ingestion/process-records";
import { readMerchantStatus } from "@/lib/merchant-status/queries";
import { createMerchant } from "@/lib/merchants/create";
import { recordOfTier } from "./records";
import { type Papers, seedKyc } from "./seed-kyc";

/** A test merchant who borrows. */
export type Borrower = {
  /** Its id at the marketplace: a new one. */
  ref: string;
  businessName: string;
  /** Naira. */
  asks: number;
  tenorDays: CreateFundingRequest["tenorDays"];
};

/**
 * Makes a merchant of the best tier with an offer to accept, all at one moment. In the caller's transaction: until that
 * commits nobody else sees any of it, and so nobody works on it by another clock.
 * @throws CodedError LOAN_STATE_CONFLICT when no lender lends this in the marketplace's test environment
 */
export async function makeBorrower(call: {
  actor: Actor;
  borrower: Borrower;
  papers: Papers;
  now: Date;
}): Promise<{ merchantId: string; loanId: string }> {
  const { actor, borrower, papers, now } = call;
  const { tenant } = actor;
  const { ref, businessName, asks, tenorDays } = borrower;
  const contact = { email: `${ref}@merchant.example`, phoneNumber: "+2348000000999" };
  const input = { thirdPartyCustomerId: ref, businessName, ...contact };
  const { merchantId } = await createMerchant({ actor, input, now });
  const records = [recordOfTier("A", ref, businessName)];
  await processRecords({ tenant, records, reach: { kind: "any" }, submittedAt: now, now });
  await seedKyc({ actor, ref, businessName, papers, now });
  const request = {
    amountRequested: asks,
    tenorDays,
    purpose: "Inventory purchase",
    financingTimeframeDays: 7,
  } as const;
  const { id } = await createFundingRequest({ actor, ref, input: request, now });
  await decideFundingRequest(id, now);
  const [decided] = (await readMerchantStatus(tenant, ref)).fundingRequests;
  if (!decided?.loanId) {
    throw new CodedError(
      "LOAN_STATE_CONFLICT",
      `No lender of the test environment lends what this is about: ${decided?.failureReason ?? "undecided"}.`,
    );
  }
  return { merchantId, loanId: decided.loanId };
}
