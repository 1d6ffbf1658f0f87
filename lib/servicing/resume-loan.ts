import { actOnLoan, type LoanCall } from "@/lib/loans/act-on-loan";
import { saveLoan } from "@/lib/loans/save-loan";
import { changeableTerms, recordChange } from "./record-loan-change";

/**
 * Resumes collection after a pause; the debt goes on ageing. A loan that is not paused is left unchanged.
 * @throws CodedError NOT_FOUND, LOAN_STATE_CONFLICT, TEST_KEY_REQUIRED
 */
export async function resumeLoan(call: LoanCall & { input: { reason: string } }): Promise<void> {
  const { actor, input, now } = call;
  await actOnLoan(call, "resume", async (loan) => {
    if (!loan.pausedAt) return;
    const current = { ...changeableTerms(loan), paused: false };
    await recordChange({ actor, kind: "RESUME", loan, current, reason: input.reason, now });
    await saveLoan(loan, { pausedAt: null }, now);
  });
}
