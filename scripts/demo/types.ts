import type { z } from "zod";
import type { EventBody } from "#receiver";
import type { sandboxCredentialsAnswer } from "@/lib/sandbox/test-helpers/schema";
import type { MerchantStatus } from "@/lib/surfaces/merchant-status/schema";
import type { LoanStatusAnswer } from "@/lib/terms/loans/schema";
import type { RiskTier } from "@/lib/terms/scoring/constants";

/** As `GET /api/sandbox/credentials` shows them. */
export type Credentials = z.output<typeof sandboxCredentialsAnswer>;

export type FundingRequest = Pick<
  MerchantStatus["fundingRequests"][number],
  "id" | "status" | "loanId" | "failureReason" | "amountRequested"
>;

/** An event's body, as far as a run looks at it. */
export type Event = EventBody & {
  funding_request?: { id: string };
  loan?: { id: string };
  loan_id?: string;
  failure_reason?: string | null;
};

/** Amounts in naira. */
export type Loan = {
  id: string;
  status: LoanStatusAnswer["status"];
  totalDue: number;
  paid: number;
  outstanding: number;
  /** What was reported as deducted, in how many deductions. */
  reported: number;
  deductions: number;
};

/** What a run has found out about a merchant so far. */
export type Result = {
  /** The marketplace's own id; null when its record has none. */
  id: string | null;
  businessName: string | null;
  /** The number of its last event before the run. */
  sequenceBefore: number;
  merchantId?: string;
  created?: boolean;
  kycBefore?: MerchantStatus["kyc"]["status"];
  kycSubmitted?: boolean;
  score?: number;
  tier?: RiskTier;
  cap?: number;
  asked?: number;
  tenorDays?: number;
  requestId?: string;
  /** The code with which it was refused to ask for funding at all. */
  refusedWith?: string;
  status?: { kyc: Pick<MerchantStatus["kyc"], "status">; fundingRequests: FundingRequest[] };
  request?: FundingRequest | null;
  loan?: Loan;
  /** Why the run could not go on with this merchant. */
  problem?: string;
};

/** What came out, and whether that follows from the record, the score and what was asked. */
export type Verdict = { outcome: string; explained: boolean; explanation: string };

export type Progress = { phase: "applying" | "deciding" | "repaying"; done: number; total: number };
