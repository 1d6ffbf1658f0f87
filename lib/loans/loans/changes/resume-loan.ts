import { addDays, dateOf } from "@/lib/kernel/calendar";
import { CodedError } from "@/lib/kernel/errors";
import { actOnLoan, type LoanCall } from "@/lib/loans/loans/act-on-loan";
import { postponementBy } from "@/lib/loans/loans/postponement";
import { saveLoan } from "@/lib/loans/loans/save-loan";
import { postponeProposal } from "@/lib/loans/loans/term-proposals";
import { postpone } from "./postpone";
import { changeableTerms, recordChange } from "./record-loan-change";

/** What was due since the pause began is due as many days later as it lasted. One not paused is left unchanged. */
export async function resumeLoan(call: LoanCall & { input: { reason: string } }): Promise<void> {
  const { actor, input, now } = call;
  await actOnLoan(call, "resume", async (loan) => {
    if (!loan.pausedAt) return;
    if (loan.returnedAt) {
      const instead = "Propose to pay it out again, or to end the loan.";
      throw new CodedError("LOAN_STATE_CONFLICT", `Its payout came back, so nothing may be collected. ${instead}`);
    }
    const { installments: before, dueDate: due, pausedAt } = loan;
    const postponement = postponementBy({ from: pausedAt, until: now }, before);
    const days = postponement?.days ?? 0;
    const installments = postponement ? await postpone(loan, postponement) : before;
    const dueDate = addDays(due, days);
    await postponeProposal(loan, days);
    const current = { ...changeableTerms(loan), dueDate, paused: false };
    const reason = days === 0 ? input.reason : `${input.reason} (${postponedText(dateOf(pausedAt), days)})`;
    await recordChange({ actor, kind: "RESUME", loan, current, installments, reason, now });
    await saveLoan({ ...loan, installments }, { pausedAt: null, dueDate }, now);
  });
}

function postponedText(since: string, days: number): string {
  return `What was due on ${since} or later is due ${days} ${days === 1 ? "day" : "days"} later.`;
}
