import { CodedError, invalidField } from "@/lib/kernel/errors";
import type { StoredLine } from "./queries";

export function requireWaiting({ state }: StoredLine, also?: StoredLine["state"]): void {
  if (state === "WAITS" || state === also) return;
  throw new CodedError("LOAN_STATE_CONFLICT", `The line does not wait for a decision: it is ${state}.`);
}

/** What gives an order's money back is the lender's own, and no payment; what names an order is of that order's loan. */
export function requirePayment(
  { amount, waitsBecause, reversal, payoutId, loanId: named }: StoredLine,
  loanId: string,
): void {
  if (amount <= 0) throw new CodedError("LOAN_STATE_CONFLICT", "The line went out: only a credit can be booked.");
  if (waitsBecause === "CAME_BACK" || (reversal && payoutId)) {
    throw new CodedError("LOAN_STATE_CONFLICT", "The line gives back what an order moved, so nobody has paid by it.");
  }
  if (named && named !== loanId) throw invalidField("loanId", "Is not the loan whose order the line names");
}
