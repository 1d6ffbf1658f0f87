import { actOnLoan, type LoanCall } from "@/lib/loans/loans/act-on-loan";
import { saveLoan } from "@/lib/loans/loans/save-loan";
import { changeableTerms, recordChange } from "./record-loan-change";

/** Nothing may be deducted, the debt does not age, nothing falls due. One already paused is left unchanged. */
export async function pauseLoan(call: LoanCall & { input: { reason: string } }): Promise<void> {
  const { actor, input, now } = call;
  await actOnLoan(call, "pause", async (loan) => {
    if (loan.pausedAt) return;
    const { installments } = loan;
    const current = { ...changeableTerms(loan), paused: true };
    await recordChange({ actor, kind: "PAUSE", loan, current, installments, reason: input.reason, now });
    await saveLoan(loan, { pausedAt: now }, now);
  });
}
