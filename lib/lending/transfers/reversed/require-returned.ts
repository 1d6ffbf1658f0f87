import { CodedError } from "@/lib/kernel/errors";
import type { LoanRecord } from "@/lib/loans/loans/load-loans";

export function requireReturned(loan: Pick<LoanRecord, "returnedAt">): void {
  if (loan.returnedAt) return;
  throw new CodedError("LOAN_STATE_CONFLICT", "The loan's payout has not come back to the lender.");
}
