import { sql } from "drizzle-orm";
import { db } from "@/db/client";
import { fromKobo, negated, zero } from "@/lib/kernel/money";
import { closeBreaks } from "@/lib/lending/reconciliation/breaks/close-breaks";
import type { Book } from "@/lib/loans/ledger/balances";
import { bookJournal } from "@/lib/loans/ledger/book";
import type { LockedLoan } from "@/lib/loans/loans/lock-for-booking";
import type { JournalType, RepaymentEffect } from "@/lib/terms/ledger/constants";
import { shownStatus } from "@/lib/terms/loans/states";
import { addToTotals, type Booked } from "./add-to-totals";
import { effectiveReversals } from "./effective-reversals";
import { type Report, reversalsOf, setEffect, storeReport } from "./report";
import { heldSubject, raiseAbout, raiseExcess } from "./reversal-breaks";

/** With the reversals that arrived before it. Without a debt it is owed back (docs/repayments.md#overpayments). */
export async function bookDeduction(report: Report, loan: LockedLoan, before: Book): Promise<Booked> {
  const { reach, fact, now } = report;
  const { tenant } = reach;
  const owed = loan.disbursedAt !== null && loan.status !== "CANCELLED";
  const effect: RepaymentEffect = owed ? "APPLIED" : "LIABILITY";
  const reversals = loan.heldReversals > 0 ? await reversalsOf(loan.id, fact.reference) : [];
  const waiting = reversals.filter((reversal) => reversal.effect === "HELD");
  const concerns = waiting.map(({ reversedAt }) => reversedAt);
  const id = await storeReport(report, effect, { concerns });
  if (!id) return null;
  const change = addToTotals(before, effect, fact.amount);
  const type = journalType(loan, owed);
  const source = type === "RECOVERY" ? "RECOVERY" : "SALES";
  const journal = { tenant, source, repaymentEventId: id, occurredAt: fact.at, now } as const;
  let after = await bookJournal({ ...journal, before, change, type });
  if (!owed) await raiseWrongLoan(report, loan, id);

  if (waiting.length === 0) return { id, after };
  const effective = effectiveReversals(fact.amount, waiting);
  for (const reversal of waiting) {
    if (!effective.has(reversal.id)) {
      await raiseExcess(report, reversal.id, reversal, fact.amount);
      continue;
    }
    after = await bookJournal({
      tenant,
      before: after,
      change: addToTotals(after, effect, negated(reversal.amount)),
      type: "REVERSAL",
      source,
      repaymentEventId: reversal.id,
      occurredAt: reversal.reversedAt,
      now,
    });
  }
  const excess = waiting.map((reversal) => reversal.id).filter((reversal) => !effective.has(reversal));
  await setEffect([...effective], effect);
  await setEffect(excess, "EXCESS");
  await db().execute(sql`update loans set held_reversals = held_reversals - ${waiting.length} where id = ${loan.id}`);
  const subject = heldSubject(loan.id, fact.reference);
  await closeBreaks({ reach, type: "MISSING", subject, resolution: "ARRIVED", now });
  return { id, after };
}

function journalType(loan: LockedLoan, owed: boolean): JournalType {
  if (!owed) return "LIABILITY";
  return loan.status === "WRITTEN_OFF" ? "RECOVERY" : "REPAYMENT";
}

async function raiseWrongLoan(report: Report, loan: LockedLoan, id: string): Promise<void> {
  const { fact } = report;
  await raiseAbout(report, id, {
    type: "WRONG_LOAN",
    subject: `report:${id}`,
    expected: zero,
    actual: fact.amount,
    evidence: {
      reference: fact.reference,
      amount: fromKobo(fact.amount),
      deductedAt: fact.at.toISOString(),
      loanReference: loan.reference,
      loanState: shownStatus(loan.status),
    },
  });
}
