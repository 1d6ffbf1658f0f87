import type { Actor } from "@/lib/kernel/actor";
import { CodedError } from "@/lib/kernel/errors";
import type { LoanRecord } from "@/lib/loans/loans/load-loans";
import { requireState } from "@/lib/loans/loans/transitions";
import type { PayoutPurpose } from "@/lib/terms/loans/states";
import { needsAccount } from "./refund-account";
import { refundOf } from "./refund-overpayment";

/** What an account of a loan is for, which it has so far, and whether another may take its place. */
type WantedAccount = { purpose: PayoutPurpose; keptId: string | null | undefined; open: boolean };

/** An accepted loan's payout is asked for in the journey alone; else for what is owed to its merchant. */
export async function wantedFor(actor: Actor, loan: LoanRecord): Promise<WantedAccount> {
  const outside = actor.kind === "merchantUser";
  const refund = loan.status === "ACCEPTED" && !outside ? null : await refundOf(loan);
  if (refund && refund.amount > 0) {
    const keptId = refund.underWay?.payoutAccountId ?? refund.account?.id;
    return { purpose: "REFUND", keptId, open: needsAccount(refund) };
  }
  if (outside)
    throw new CodedError("LOAN_STATE_CONFLICT", "Nothing is owed to you on this loan, so no account is needed.");
  requireState(loan, "set the payout account");
  return { purpose: "DISBURSEMENT", keptId: loan.payoutAccountId, open: true };
}
