import { eq, ne } from "drizzle-orm";
import { z } from "zod";
import { db, one } from "@/db/client";
import { koboValue, rowsOf, timestamp } from "@/db/rows";
import { breaks } from "@/db/schema/settlements";
import { inReach } from "@/db/tenancy";
import { greatest, inNaira, type Kobo, least, minus, plus, toKobo, zero } from "@/lib/kernel/money";
import type { Reach } from "@/lib/kernel/reach";
import { type BusinessTime, businessTimeOf } from "@/lib/kernel/time";
import { balanceSubject } from "@/lib/lending/reconciliation/breaks/balance-breaks";
import { closeBreaks } from "@/lib/lending/reconciliation/breaks/close-breaks";
import { type Book, outstanding, totalDue, totalPaid } from "@/lib/loans/ledger/balances";
import type { LockedLoan } from "@/lib/loans/loans/lock-for-booking";
import type { RepaymentEvent } from "@/lib/sales/data-events/schema";
import type { Report } from "./report";
import { raiseAbout } from "./reversal-breaks";
import { setDisputed } from "./set-disputed";

/**
 * docs/repayments.md#reported-balances. A difference never rejects the report. A balance that was right when the
 * deduction happened is accepted, since reports can arrive out of order. Returns whether it is, or was then.
 */
export async function compareBalance(
  report: Report,
  id: string,
  loan: LockedLoan,
  book: Book,
  reported: RepaymentEvent["loanBalance"],
): Promise<boolean> {
  if (!reported) return false;
  const { reach, now } = report;
  const subject = balanceSubject(loan.id);
  const due = totalDue(book);
  const paid = totalPaid(book);
  const { totalDue: reportedDue, totalPaid: reportedPaid, outstanding: left } = reported;
  const figures = { due: toKobo(reportedDue), paid: toKobo(reportedPaid), left: toKobo(left) };
  // Of a written-off loan nothing is outstanding; a marketplace that still counts the unpaid rest is right too.
  const isLeft = (ours: Kobo, owed: Kobo) =>
    figures.left === owed - ours || (figures.left === 0 && book.receivedAtWriteOff !== null);
  const agrees = (ours: Kobo, owed = due) => figures.due === owed && figures.paid === ours && isLeft(ours, owed);
  if (agrees(paid)) {
    if (!loan.balanceDisputed) return true;
    await closeBreaks({ reach, type: "AMOUNT", subject, resolution: "ARRIVED", now });
    // Who counted more as paid does not end it by counting less: the money comes, or an operator decides.
    const { counted } = await openMissing(reach, subject);
    if (counted > paid && (paid < due || counted > (await toldOf(loan.id, now)).came)) return true;
    await closeBreaks({ reach, type: "MISSING", subject, resolution: "ARRIVED", now });
    await setDisputed(loan, false);
    return true;
  }
  const { at } = report.fact;
  const told = await toldOf(loan.id, at);
  const { other, stood } = otherDue(loan, due, told.undoneAt, at);
  if (agrees(least(due, told.paid)) || (stood && agrees(least(other, told.paid), other))) return true;

  // What came beyond the debt may be counted as paid or not; more than ever came is missing.
  const said = figures.paid > told.came ? figures.paid : least(figures.paid, due);
  // Interest that is owed again and not counted yet is no money that came.
  const owed = figures.due === other ? least(other, due) : due;
  const implied = book.receivedAtWriteOff !== null && figures.left === 0 ? zero : minus(owed, figures.left);
  const most = greatest(said, implied);
  const type = most > paid ? "MISSING" : "AMOUNT";
  const { counted, firstReport = id } = await openMissing(reach, subject);
  await raiseAbout(report, id, {
    type,
    subject,
    expected: paid,
    actual: type === "MISSING" ? greatest(most, counted) : figures.paid,
    evidence: {
      about: "loan-balance",
      reported,
      ledger: inNaira({ totalDue: due, totalPaid: paid, outstanding: outstanding(book).total }),
      differs: [
        ...(figures.due === due ? [] : ["totalDue"]),
        ...(figures.paid === paid ? [] : ["totalPaid"]),
        ...(isLeft(paid, due) ? [] : ["outstanding"]),
      ],
      afterReference: report.fact.reference,
      ...(type === "MISSING" && { firstReport }),
    },
  });
  if (!loan.balanceDisputed) await setDisputed(loan, true);
  return false;
}

/** The other debt that a loan had, with interest or without, if it cooled off; and whether it had it at a moment. */
function otherDue(
  { principal, interest, cooledOffAt }: LockedLoan,
  due: Kobo,
  undoneAt: BusinessTime | null,
  at: Date,
) {
  if (cooledOffAt) return { other: plus(principal, interest), stood: at < cooledOffAt };
  return undoneAt ? { other: principal, stood: at <= undoneAt } : { other: due, stood: false };
}

/** A balance that is MISSING something: the most that was counted as paid, zero if none is, and the report that first did. */
async function openMissing(reach: Reach, subject: string): Promise<{ counted: Kobo; firstReport?: unknown }> {
  const those = [eq(breaks.type, "MISSING"), eq(breaks.subject, subject), ne(breaks.status, "RESOLVED")];
  const [open] = await db()
    .select({ actual: breaks.actual, evidence: breaks.evidence })
    .from(breaks)
    .where(inReach(breaks, reach, ...those));
  return { counted: open?.actual ?? zero, firstReport: open?.evidence.firstReport };
}

const toldRow = z.strictObject({ paid: koboValue, came: koboValue, undoneAt: timestamp.nullable() });

/** By when they happened; what they ever came to, with what was held; and when cooling-off was last undone. */
async function toldOf(loanId: string, at: BusinessTime) {
  const row = await rowsOf(toldRow)`
    with told as (
      select case type when 'repayment.deducted' then amount else -amount end as amount, occurred_at as at, effect
      from repayment_events where loan_id = ${loanId} and effect in ('APPLIED', 'LIABILITY')
      union all
      select amount, finished_at, 'APPLIED' from payments where loan_id = ${loanId} and status in ('CONFIRMED', 'REVERSED')
      union all
      select -amount, reversed_at, 'APPLIED' from payments where loan_id = ${loanId} and status = 'REVERSED'
    )
    select coalesce(sum(amount) filter (where effect = 'APPLIED' and at <= ${at.toISOString()}), 0)::float8 as paid,
      coalesce(sum(amount), 0)::float8 as came,
      (select max(occurred_at) from journals where loan_id = ${loanId} and type = 'COOLING_OFF_UNDONE') as "undoneAt"
    from told`.then(one);
  return { ...row, undoneAt: row.undoneAt === null ? null : businessTimeOf(row.undoneAt) };
}
