import { and, eq, sql } from "drizzle-orm";
import { db } from "@/db/client";
import { journals } from "@/db/schema/ledger";
import { type Kobo, minus, negated, totalOf } from "@/lib/kernel/money";
import { closeBreaks } from "@/lib/lending/reconciliation/breaks/close-breaks";
import type { Book } from "@/lib/loans/ledger/balances";
import { bookJournal } from "@/lib/loans/ledger/book";
import type { LockedLoan } from "@/lib/loans/loans/lock-for-booking";
import type { MoneySource } from "@/lib/terms/ledger/constants";
import { addToTotals, type Booked } from "./add-to-totals";
import { effectiveReversals } from "./effective-reversals";
import {
  findRepayment,
  type KeptReversal,
  momentsOf,
  type Report,
  reversalsOf,
  setEffect,
  storeReport,
} from "./report";
import { excessSubject, raiseExcess, raiseHeld } from "./reversal-breaks";

/** Held without its deduction; without effect, and a break, beyond what is left. Applied in the order they happened. */
export async function bookReversal(report: Report, loan: LockedLoan, before: Book): Promise<Booked> {
  const { reach, fact, now } = report;
  const { tenant } = reach;
  const original = fact.originalReference ?? "";
  const deduction = await findRepayment(loan.id, "repayment.deducted", original);
  if (!deduction) {
    const id = await storeReport(report, "HELD");
    if (!id) return null;
    await db().execute(sql`update loans set held_reversals = held_reversals + 1 where id = ${loan.id}`);
    await raiseHeld(report, id);
    return { id, after: before };
  }
  const earlier = await reversalsOf(loan.id, original);
  const concerns = [deduction.at, ...earlier.map(({ reversedAt }) => reversedAt)];
  // Stored without effect at first: that depends on the other reversals.
  const id = await storeReport(report, "EXCESS", { concerns, concerned: momentsOf(deduction) });
  if (!id) return null;
  const { reference, amount, at: reversedAt } = fact;
  const own: KeptReversal = { id, reference, amount, reversedAt, effect: "EXCESS" };
  const all = [...earlier, own];
  const effective = effectiveReversals(deduction.amount, all);
  const begun = all.filter((reversal) => effective.has(reversal.id) && reversal.effect === "EXCESS");
  const ended = all.filter((reversal) => !effective.has(reversal.id) && reversal.effect !== "EXCESS");
  const reversed = minus(totalOf(begun), totalOf(ended));
  await setEffect(begun.map(idOf), deduction.effect);
  await setEffect(ended.map(idOf), "EXCESS");
  for (const reversal of ended) await raiseExcess(report, reversal.id, reversal, deduction.amount);
  if (!effective.has(id)) await raiseExcess(report, id, own, deduction.amount);
  const subjects = begun
    .map(idOf)
    .filter((other) => other !== id)
    .map(excessSubject);
  await closeBreaks({ reach, type: "AMOUNT", subjects, resolution: "ARRIVED", now });
  const source = loan.status === "WRITTEN_OFF" ? await sourceOf(loan, deduction) : "SALES";
  const change = {
    ...addToTotals(before, deduction.effect, negated(reversed)),
    ...(source === "SALES" && deduction.effect === "APPLIED" ? lose(before, reversed) : {}),
  };
  const journal = { type: "REVERSAL", source, repaymentEventId: id, occurredAt: fact.at } as const;
  const after = await bookJournal({ tenant, before, change, ...journal, now });
  return { id, after };
}

/** What is reversed of a deduction from before the write-off was not received at it, and makes the loss larger. */
function lose({ receivedAtWriteOff }: Book, reversed: Kobo): Pick<Book, "receivedAtWriteOff"> {
  return { receivedAtWriteOff: receivedAtWriteOff === null ? null : minus(receivedAtWriteOff, reversed) };
}

/** How a deduction of a written-off loan was booked: before the write-off, or as a recovery. */
async function sourceOf(loan: LockedLoan, deduction: { id: string }): Promise<MoneySource> {
  const [journal] = await db()
    .select({ source: journals.source })
    .from(journals)
    .where(and(eq(journals.loanId, loan.id), eq(journals.repaymentEventId, deduction.id)));
  return journal?.source ?? "SALES";
}

function idOf({ id }: KeptReversal): string {
  return id;
}
