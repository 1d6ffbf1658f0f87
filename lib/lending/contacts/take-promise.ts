import { and, eq, gte, isNull } from "drizzle-orm";
import { db, transaction } from "@/db/client";
import { paymentPromises } from "@/db/schema/contacts";
import { ownedBy } from "@/db/tenancy";
import { addDays } from "@/lib/kernel/calendar";
import { invalidField } from "@/lib/kernel/errors";
import { newId } from "@/lib/kernel/ids";
import { lagosDate } from "@/lib/kernel/lagos-days";
import { fromKobo, toKobo } from "@/lib/kernel/money";
import { reachOf } from "@/lib/kernel/reach";
import type { BusinessTime } from "@/lib/kernel/time";
import { operatorOn } from "@/lib/lending/proposals/loan-kinds";
import { payable } from "@/lib/loans/ledger/balances";
import { bookOf, type LoanRecord, lockLoan } from "@/lib/loans/loans/load-loans";
import { requireState } from "@/lib/loans/loans/transitions";
import { recordAudit } from "@/lib/platform/audit/record-audit";
import { promiseDays } from "@/lib/terms/contacts";
import type { OnLoan } from "./note-contact";
import { readPromise } from "./promises";
import type { PromiseAnswer, TakePromise } from "./schema";

/** Takes the place of one whose day has not passed; one that was broken stays so. It changes nothing of what is due, and stops no debit. */
export async function takePromise(call: OnLoan & { input: TakePromise }): Promise<PromiseAnswer> {
  const { operator, loanId, input, realNow } = call;
  const { actor, now } = await operatorOn(operator, loanId, realNow);
  const { amount, payBy } = input;
  const id = newId("paymentPromise");
  await transaction(async () => {
    const loan = await lockLoan(reachOf(actor), loanId);
    requireState(loan, "pay");
    refuseImpossible(loan, input, now);
    const notDue = gte(paymentPromises.payBy, lagosDate(now));
    await db()
      .update(paymentPromises)
      .set({ replacedAt: now })
      .where(and(eq(paymentPromises.loanId, loanId), isNull(paymentPromises.replacedAt), notDue));
    const given = { loanId, amount: toKobo(amount), payBy, takenAt: now, takenBy: operator.userId };
    await db()
      .insert(paymentPromises)
      .values({ id, ...ownedBy(actor.tenant), ...given });
    await recordAudit({ actor, action: "loan.promise", detail: { amount, payBy }, subjectId: loanId, now });
  });
  return readPromise(id, now);
}
takePromise.errors = ["INSUFFICIENT_ROLE", "NOT_FOUND", "LOAN_STATE_CONFLICT", "VALIDATION_FAILED"] as const;

function refuseImpossible(loan: LoanRecord, { amount, payBy }: TakePromise, now: BusinessTime): void {
  const today = lagosDate(now);
  if (payBy < today) throw invalidField("payBy", "Must not be in the past");
  if (payBy > addDays(today, promiseDays)) {
    throw invalidField("payBy", `Must be within ${promiseDays} days: a later day takes a change of terms`);
  }
  const left = payable(bookOf(loan));
  if (toKobo(amount) > left) throw invalidField("amount", `Must be at most what is left to pay, ${fromKobo(left)}`);
}
