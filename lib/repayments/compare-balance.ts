import { eq, ne } from "drizzle-orm";
import { z } from "zod";
import { db } from "@/db/client";
import { koboValue, rowsOf } from "@/db/rows";
import { breaks } from "@/db/schema/settlements";
import { inReach } from "@/db/tenancy";
import { balanceSubject } from "@/lib/breaks/balance-breaks";
import { closeBreaks } from "@/lib/breaks/close-breaks";
import type { RepaymentEvent } from "@/lib/data-events/schema";
import { type Book, outstanding, totalDue, totalPaid } from "@/lib/ledger/balances";
import type { LockedLoan } from "@/lib/loans/lock-for-booking";
import { greatest, inNaira, type Kobo, least, plus, toKobo, zero } from "@/lib/money";
import type { Reach } from "@/lib/reach";
import type { Report } from "./report";
import { raiseAbout } from "./reversal-breaks";
import { setDisputed } from "./set-disputed";

/**
 * Compares the balance in a marketplace's report with the ledger (docs/repayments.md#reported-balances). A difference
 * raises a break but never rejects the report. Reports can arrive out of order, so a balance that was right when the
 * deduction happened is accepted.
 * @returns whether the marketplace counts as paid what is paid, or was then.
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
    if ((await openMissing(reach, subject)).counted > paid) return true;
    await closeBreaks({ reach, type: "MISSING", subject, resolution: "ARRIVED", now });
    await setDisputed(loan, false);
    return true;
  }
  const { at } = report.fact;
  const dueThen = loan.cooledOffAt && at < loan.cooledOffAt ? plus(loan.principal, loan.interest) : due;
  if (agrees(least(dueThen, await paidAsOf(loan.id, at)), dueThen)) return true;
  // More paid than we know of means a missing report; anything else is an amount mismatch.
  const type = agrees(figures.paid) && figures.paid > paid ? "MISSING" : "AMOUNT";
  const { counted, firstReport = id } = await openMissing(reach, subject);
  await raiseAbout(report, id, {
    type,
    subject,
    expected: paid,
    actual: type === "MISSING" ? greatest(figures.paid, counted) : figures.paid,
    evidence: {
      about: "loan-balance",
      reported,
      ledger: inNaira({ totalDue: due, totalPaid: paid, outstanding: outstanding(book).total }),
      afterReference: report.fact.reference,
      ...(type === "MISSING" && { firstReport }),
    },
  });
  if (!loan.balanceDisputed) await setDisputed(loan, true);
  return false;
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

const paidRow = z.strictObject({ paid: koboValue });

/** The amount paid by a moment, counting reports and payments by when they happened. */
async function paidAsOf(loanId: string, at: Date): Promise<Kobo> {
  const [row] = await rowsOf(paidRow)`
    select (
      coalesce((select sum(case type when 'repayment.deducted' then amount else -amount end) from repayment_events
        where loan_id = ${loanId} and effect = 'APPLIED' and occurred_at <= ${at.toISOString()}), 0)
      + coalesce((select sum(amount) from payments
        where loan_id = ${loanId} and status = 'CONFIRMED' and finished_at <= ${at.toISOString()}), 0))::float8 as paid`;
  return row?.paid ?? zero;
}
