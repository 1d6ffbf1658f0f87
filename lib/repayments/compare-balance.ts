import { sql } from "drizzle-orm";
import { z } from "zod";
import { db } from "@/db/client";
import { koboValue, rowsOf } from "@/db/rows";
import { closeBreaks } from "@/lib/breaks/close-breaks";
import { raiseBreak } from "@/lib/breaks/raise-breaks";
import type { RepaymentEvent } from "@/lib/data-events/schema";
import { type Book, outstanding, totalDue, totalPaid } from "@/lib/ledger/balances";
import type { LockedLoan } from "@/lib/loans/lock-for-booking";
import { fromKobo, type Kobo, least, toKobo, zero } from "@/lib/money";
import type { Report } from "./report";

/**
 * Compares the balance in a marketplace's repayment report with the ledger (docs/repayments.md#reported-balances). A
 * difference raises a break but never rejects the report. Reports can arrive out of order, so a balance that was right
 * when the deduction happened is accepted.
 */
export async function compareBalance(
  report: Report,
  id: string,
  loan: LockedLoan,
  book: Book,
  reported: RepaymentEvent["loanBalance"],
): Promise<void> {
  if (!reported) return;
  const { reach, now } = report;
  const subject = `loan-balance:${loan.id}`;
  const due = totalDue(book);
  const paid = totalPaid(book);
  const figures = {
    due: toKobo(reported.totalDue),
    paid: toKobo(reported.totalPaid),
    left: toKobo(reported.outstanding),
  };
  // A written-off loan has nothing outstanding here; a marketplace that still counts the unpaid rest is right too.
  const isLeft = (ours: Kobo) =>
    figures.left === due - ours || (figures.left === 0 && book.receivedAtWriteOff !== null);
  const agrees = (ours: Kobo) => figures.due === due && figures.paid === ours && isLeft(ours);
  if (agrees(paid)) {
    if (!loan.balanceDisputed) return;
    await closeBreaks({ reach, type: "MISSING", subject, resolution: "ARRIVED", now });
    await closeBreaks({ reach, type: "AMOUNT", subject, resolution: "ARRIVED", now });
    return setDisputed(loan, false);
  }
  if (agrees(least(due, await paidAsOf(loan.id, report.fact.at)))) return;
  await raiseBreak({
    tenant: reach.tenant,
    merchantId: loan.merchantId,
    // More paid than we know of means a missing report; anything else is an amount mismatch.
    type: agrees(figures.paid) && figures.paid > paid ? "MISSING" : "AMOUNT",
    subject,
    loanId: loan.id,
    repaymentEventId: id,
    expected: paid,
    actual: figures.paid,
    evidence: {
      about: "loan-balance",
      reported,
      ledger: { totalDue: fromKobo(due), totalPaid: fromKobo(paid), outstanding: fromKobo(outstanding(book).total) },
      afterReference: report.fact.reference,
    },
    now,
  });
  if (!loan.balanceDisputed) await setDisputed(loan, true);
}

const paidRow = z.strictObject({ paid: koboValue });

/** The amount paid by a moment, counting reports by when they happened. */
async function paidAsOf(loanId: string, at: Date): Promise<Kobo> {
  const [row] = await rowsOf(paidRow)`
    select coalesce(sum(case type when 'repayment.deducted' then amount else -amount end), 0)::float8 as paid
    from repayment_events where loan_id = ${loanId} and effect = 'APPLIED' and occurred_at <= ${at.toISOString()}`;
  return row?.paid ?? zero;
}

/** Updates the loan in memory too: the same transaction may compare another report on it. */
async function setDisputed(loan: LockedLoan, disputed: boolean): Promise<void> {
  await db().execute(sql`update loans set balance_disputed = ${disputed} where id = ${loan.id}`);
  loan.balanceDisputed = disputed;
}
