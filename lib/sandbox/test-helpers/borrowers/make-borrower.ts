import type { Call } from "@/lib/kernel/call";
import { CodedError } from "@/lib/kernel/errors";
import { reachOf } from "@/lib/kernel/reach";
import { createFundingRequest } from "@/lib/lending/funding/create-funding-request";
import { decideFundingRequest } from "@/lib/lending/funding/decide-funding-request";
import type { CreateFundingRequest } from "@/lib/lending/funding/schema";
import { createMerchant } from "@/lib/merchants/merchants/create-merchant";
import { processRecords } from "@/lib/sales/records/process-records";
import { readMerchantStatus } from "@/lib/surfaces/merchant-status/queries";
import { recordOfTier } from "@/lib/terms/fixtures/merchant-record.mjs";
import { merchantBody } from "@/lib/terms/fixtures/shop.mjs";
import { approveKyc } from "./approve-kyc";
import type { Papers } from "./gather-papers";

export type Borrower = {
  ref: string;
  /** Naira. */
  asks: number;
  tenorDays: CreateFundingRequest["tenorDays"];
};

/** Of the best tier, all at one moment, in the caller's transaction: no worker sees any of it before the commit. */
export async function makeBorrower(
  call: Call<{ borrower: Borrower; papers: Papers }>,
): Promise<{ merchantId: string; loanId: string }> {
  const { actor, borrower, papers, now } = call;
  const reach = reachOf(actor);
  const { ref, asks, tenorDays } = borrower;
  const { shop } = papers;
  const { merchantId } = await createMerchant({ actor, input: merchantBody(ref, shop), now });
  const records = [recordOfTier("A", { merchantId: ref, businessName: shop.businessName })];
  await processRecords({ reach, records, scope: { kind: "any" }, submittedAt: now, now });
  await approveKyc({ actor, ref, papers, now });
  const usual = { purpose: "Inventory purchase", financingTimeframeDays: 7 } as const;
  const request = { amountRequested: asks, tenorDays, ...usual };
  const { id } = await createFundingRequest({ actor, ref, input: request, now });
  await decideFundingRequest(id, now);
  const [decided] = (await readMerchantStatus(reach, ref)).fundingRequests;
  if (!decided?.loanId) {
    const reason = decided?.failureReason ?? "undecided";
    const detail = `No lender of the test environment lends what this is about: ${reason}.`;
    throw new CodedError("LOAN_STATE_CONFLICT", detail);
  }
  return { merchantId, loanId: decided.loanId };
}
