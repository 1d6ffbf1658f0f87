import { dateOf } from "@/lib/kernel/calendar";
import { CodedError, type FieldError, refuseInvalid } from "@/lib/kernel/errors";
import { fromKobo, minus, nairaText, toKobo, totalOf } from "@/lib/kernel/money";
import { totalDue, totalPaid } from "@/lib/loans/ledger/balances";
import { actOnLoan, type LoanCall } from "@/lib/loans/loans/act-on-loan";
import { changeableTerms, recordChange } from "@/lib/loans/loans/changes/record-loan-change";
import { replaceSchedule } from "@/lib/loans/loans/changes/replace-schedule";
import { bookOf } from "@/lib/loans/loans/load-loans";
import { saveLoan } from "@/lib/loans/loans/save-loan";
import { closeProposal } from "@/lib/loans/loans/term-proposals";
import { remindAt } from "@/lib/platform/messages/mails/remind-at";
import { moreDueBy, planned } from "@/lib/terms/loans/plan";
import type { Installment } from "@/lib/terms/loans/schedule";
import { dueDayError } from "./new-terms";
import type { PlanLoan } from "./schema";

/** docs/servicing.md#workout-plan. Relief alone, so it needs no consent of the merchant's and holds at once. */
export async function planLoan(call: LoanCall & { input: PlanLoan & { reason: string } }): Promise<void> {
  const { actor, input, now } = call;
  await actOnLoan(call, "agree on a plan", async (loan) => {
    if (loan.pausedAt) {
      const instead = "Its end would move the dates of a plan: resume it first.";
      throw new CodedError("LOAN_STATE_CONFLICT", `Collection is paused. ${instead}`);
    }
    const { installments: before, journalNumber: journals } = loan;
    const book = bookOf(loan);
    const plan = input.installments.map(({ dueDate, amount }) => ({ dueDate, amount: toKobo(amount) }));
    const left = minus(totalDue(book), totalPaid(book));
    refuseInvalid(sumErrors(totalOf(plan), left));
    const installments = planned(before, totalPaid(book), plan);
    refuseInvalid(dateErrors(input, { before, after: installments, today: dateOf(now) }));
    const dueDate = plan.at(-1)?.dueDate ?? loan.dueDate;
    await closeProposal(loan, "REPLACED", now);
    await replaceSchedule(loan, installments);
    const current = { ...changeableTerms(loan), dueDate };
    const replaced = { journals, installments: before };
    await recordChange({ actor, kind: "PLAN", loan, current, installments, replaced, reason: input.reason, now });
    await saveLoan({ ...loan, installments }, { dueDate }, now);
    // Its first day may be sooner than the next one that was known.
    await remindAt({ tenant: actor.tenant, loanId: loan.id }, now);
  });
}

function sumErrors(sum: ReturnType<typeof totalOf>, left: typeof sum): FieldError[] {
  if (sum === left) return [];
  const [come, must] = [sum, left].map((amount) => nairaText(fromKobo(amount)));
  return [{ field: "installments", error: `Must add up to ${must}, what is left to pay: they come to ${come}` }];
}

function dateErrors(
  { installments: plan }: PlanLoan,
  of: { before: readonly Installment[]; after: readonly Installment[]; today: string },
): FieldError[] {
  const { before, after, today } = of;
  const wrong = plan.flatMap(({ dueDate }, i) => {
    const error = dueDayError(dueDate, today);
    return error === null ? [] : [{ field: `installments.${i}.dueDate`, error }];
  });
  if (wrong.length > 0) return wrong;
  const sooner = moreDueBy(after, before);
  if (sooner !== null) {
    const at = plan.findIndex(({ dueDate }) => dueDate === sooner);
    const error = `More would be due by ${sooner} than by the schedule as it is: a plan only gives time`;
    return [{ field: at < 0 ? "installments" : `installments.${at}.dueDate`, error }];
  }
  return moreDueBy(before, after) === null
    ? [{ field: "installments", error: "Nothing would be due later than it is" }]
    : [];
}
