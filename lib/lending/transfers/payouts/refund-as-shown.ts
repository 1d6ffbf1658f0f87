import { transaction } from "@/db/client";
import { CodedError } from "@/lib/kernel/errors";
import type { Kobo } from "@/lib/kernel/money";
import { reachOf } from "@/lib/kernel/reach";
import type { LoanCall } from "@/lib/loans/loans/act-on-loan";
import { lockLoan } from "@/lib/loans/loans/load-loans";
import { readRefund, refundOverpayment } from "./refund-overpayment";

/** Orders a refund of so much to that account, as an operator has read it, or refuses. Returns the payout's id. */
export async function refundAsShown(
  call: LoanCall & { shown: { amount: Kobo; accountId: string } },
): Promise<string | null> {
  const { actor, loanId, shown, now } = call;
  const reach = reachOf(actor);
  return transaction(async () => {
    await lockLoan(reach, loanId);
    const { amount, account } = await readRefund(reach, loanId);
    if (amount === shown.amount && account?.id === shown.accountId) return refundOverpayment({ actor, loanId, now });
    const why = "What is owed has changed since it was shown. Nothing was done: look again.";
    throw new CodedError("EVIDENCE_CHANGED", why);
  });
}
