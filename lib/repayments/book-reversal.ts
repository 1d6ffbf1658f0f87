import { sql } from "drizzle-orm";
import { db } from "@/db/client";
import { closeBreaks } from "@/lib/breaks/close-breaks";
import type { Book } from "@/lib/ledger/balances";
import { bookJournal } from "@/lib/ledger/book";
import type { LockedLoan } from "@/lib/loans/lock-for-booking";
import { minus, negated, totalOf } from "@/lib/money";
import { addToTotals, type Booked } from "./add-to-totals";
import { effectiveReversals } from "./effective-reversals";
import { findRepayment, type KeptReversal, keepReport, type Report, reversalsOf, setEffect } from "./report";
import { excessSubject, raiseExcess, raiseHeld } from "./reversal-breaks";

/**
 * Books a reversal. If its deduction has not arrived yet, it is held until then; if it exceeds what is left of the
 * deduction, it is stored without effect and raises a break. Reversals are applied in the order they happened, so one
 * reported late can displace another.
 */
export async function bookReversal(report: Report, loan: LockedLoan, before: Book): Promise<Booked> {
  const { reach, fact, now } = report;
  const { tenant } = reach;
  const original = fact.originalReference ?? "";
  const deduction = await findRepayment(loan.id, "repayment.deducted", original);
  if (!deduction) {
    const id = await keepReport(report, "HELD");
    if (!id) return null;
    await db().execute(sql`update loans set held_reversals = held_reversals + 1 where id = ${loan.id}`);
    await raiseHeld(report, id);
    return { id, after: before };
  }
  const earlier = await reversalsOf(loan.id, original);
  // Stored without effect at first; its effect depends on the other reversals.
  const id = await keepReport(
    report,
    "EXCESS",
    earlier.map(({ reversedAt }) => reversedAt),
  );
  if (!id) return null;
  const own: KeptReversal = {
    id,
    reference: fact.reference,
    amount: fact.amount,
    reversedAt: fact.at,
    effect: "EXCESS",
  };
  const all = [...earlier, own];
  const effective = effectiveReversals(deduction.amount, all);
  const begun = all.filter((reversal) => effective.has(reversal.id) && reversal.effect === "EXCESS");
  const ended = all.filter((reversal) => !effective.has(reversal.id) && reversal.effect !== "EXCESS");
  const change = minus(totalOf(begun), totalOf(ended));
  await setEffect(
    begun.map((reversal) => reversal.id),
    deduction.effect,
  );
  await setEffect(
    ended.map((reversal) => reversal.id),
    "EXCESS",
  );
  for (const reversal of ended) await raiseExcess(report, reversal.id, reversal, deduction.amount);
  if (!effective.has(id)) await raiseExcess(report, id, own, deduction.amount);
  const subjects = begun.filter((reversal) => reversal.id !== id).map((reversal) => excessSubject(reversal.id));
  await closeBreaks({ reach, type: "AMOUNT", subjects, resolution: "ARRIVED", now });
  const after = await bookJournal({
    tenant,
    before,
    change: addToTotals(before, deduction.effect, negated(change)),
    type: "REVERSAL",
    repaymentEventId: id,
    occurredAt: fact.at,
    now,
  });
  return { id, after };
}
