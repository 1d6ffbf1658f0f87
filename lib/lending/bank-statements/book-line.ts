import { and, eq, inArray } from "drizzle-orm";
import { db, transaction } from "@/db/client";
import { markDay } from "@/db/mark-collection";
import { statementLines } from "@/db/schema/bank-statements";
import { payments } from "@/db/schema/payments";
import { ownedBy } from "@/db/tenancy";
import { type Actor, operatorIn } from "@/lib/kernel/actor";
import { latest } from "@/lib/kernel/calendar";
import type { OperatorCall } from "@/lib/kernel/call";
import { CodedError, invalidField, notFound } from "@/lib/kernel/errors";
import { newId } from "@/lib/kernel/ids";
import { lagosDate } from "@/lib/kernel/lagos-days";
import { fromKobo } from "@/lib/kernel/money";
import { reachOf } from "@/lib/kernel/reach";
import type { BusinessTime } from "@/lib/kernel/time";
import { isBooked } from "@/lib/lending/remittances/is-booked";
import { bookPayment } from "@/lib/lending/transfers/payments/book-payment";
import { recoverLoan } from "@/lib/lending/transfers/payments/recover-loan";
import { type LoanRecord, lockLoan, tenantOfLoan } from "@/lib/loans/loans/load-loans";
import { requireState } from "@/lib/loans/loans/transitions";
import { recordAudit, recordServiceAudit } from "@/lib/platform/audit/record-audit";
import { atValueDate } from "./book-verdict";
import { lockLine, type StoredLine } from "./queries";
import { requirePayment, requireWaiting } from "./require-bookable";
import type { BookLine } from "./schema";
import { takeBackLine } from "./take-back-line";

type Call = OperatorCall<{ lineId: string; input: Omit<BookLine, "reason">; reason: string }>;

/** In the approval's transaction, once, at its value date: a credit is booked to its loan, or an order came back. */
export async function bookLine({ operator, lineId, input, reason, realNow }: Call): Promise<void> {
  const { loanId, as } = input;
  const audited = { action: "statement.book", detail: { loanId, as, reason } } as const;
  await transaction(async () => {
    const line = await lockLine(lineId);
    requireWaiting(line);
    if (as !== "CAME_BACK") requirePayment(line, loanId);
    // Also of what comes back: until then the bank may take it away again.
    if (line.valueDate > lagosDate(realNow))
      throw new CodedError("LOAN_STATE_CONFLICT", `The money is there from ${line.valueDate}: book it then.`);
    if (as === "CAME_BACK") {
      await takeBackLine(line, { loanId, reason, realNow });
      return recordServiceAudit({ operator, ...audited, subjectId: lineId, realNow });
    }
    const tenant = await tenantOfLoan(loanId);
    if (!tenant) throw notFound("loan");
    const actor = operatorIn(tenant, operator);
    const loan = await lockLoan(reachOf(actor), loanId);
    if (loan.lenderId !== line.lenderId) throw invalidField("loanId", "Is not a loan of this lender's");
    const reference = await nameOf(line);
    const now = latest(atValueDate(line.valueDate, realNow), loan.writtenOffAt ?? loan.disbursedAt ?? loan.approvedAt);
    const booking = { actor, loan, amount: line.amount, reference, now };
    const paymentId = await (as === "RECOVERY" ? recover(booking) : payDirectly(booking));
    const decided = { state: "BOOKED", waitsBecause: null, loanId, paymentId, decidedAt: realNow, reason } as const;
    await db().update(statementLines).set(decided).where(eq(statementLines.id, lineId));
    await recordServiceAudit({ operator, ...audited, subjectId: lineId, realNow });
  });
}

/**
 * Under which a line is booked. Banks give several lines one name, as those of a standing order: where another line has
 * shown what that name was booked for, it is the line's own.
 */
async function nameOf({ id, lenderId, bankReference }: StoredLine): Promise<string> {
  if (bankReference === null) return id;
  if (!(await isBooked({ lenderId }, bankReference))) return bankReference;
  const [shown] = await db()
    .select({ id: statementLines.id })
    .from(statementLines)
    .where(
      and(
        eq(statementLines.lenderId, lenderId),
        eq(statementLines.bankReference, bankReference),
        inArray(statementLines.state, ["MATCHED", "BOOKED", "REMITTANCE"]),
      ),
    )
    .limit(1);
  if (shown) return id;
  throw new CodedError("LOAN_STATE_CONFLICT", "The bank's reference of the line is booked for this lender already.");
}

type Booking = { actor: Actor; loan: LoanRecord; amount: StoredLine["amount"]; reference: string; now: BusinessTime };

/** What is more than the loan owes is owed to the merchant, as after any payment. */
async function payDirectly({ actor, loan, amount, reference, now }: Booking): Promise<string> {
  // Whoever pays what is paid already is owed it.
  if (loan.status !== "REPAID") requireState(loan, "pay");
  if (loan.status === "WRITTEN_OFF" || loan.returnedAt) {
    const why = loan.returnedAt ? "Its money came back to the lender" : "It is written off: book a RECOVERY";
    throw new CodedError("LOAN_STATE_CONFLICT", `${why}.`);
  }
  const { tenant } = actor;
  const payment = { id: newId("payment"), source: "DIRECT", amount, coolingOff: false, orderedAt: now } as const;
  const confirmed = { status: "CONFIRMED", providerReference: reference, finishedAt: now } as const;
  await db()
    .insert(payments)
    .values({ ...payment, ...confirmed, ...ownedBy(tenant), loanId: loan.id });
  await bookPayment({ actor, loan, payment: { ...payment, mandateId: null }, now });
  await recordAudit({ actor, action: "loan.pay", subjectId: payment.id, now });
  await markDay({ tenant, merchantId: loan.merchantId, loanId: loan.id, at: now, now });
  return payment.id;
}

async function recover({ actor, loan, amount, reference, now }: Booking): Promise<string> {
  await recoverLoan({ actor, loanId: loan.id, input: { amount: fromKobo(amount), reference }, whole: true, now });
  const own = and(
    eq(payments.loanId, loan.id),
    eq(payments.source, "RECOVERY"),
    eq(payments.providerReference, reference),
  );
  const [payment] = await db().select({ id: payments.id }).from(payments).where(own);
  if (!payment) throw new Error("A recovery was booked without a payment.");
  return payment.id;
}
