import { greatest, type Kobo, least, plus, totalOf, zero } from "@/lib/kernel/money";
import { capOf } from "@/lib/loans/loans/deduction-quotes/quote";
import type { Cap } from "@/lib/terms/collection/day-schema";
import type { Pause } from "@/lib/terms/loans/delinquency";
import { bySaleTime, type Sale } from "./sales";

export type SaleTerms = { deductionBasisPoints: number; minimumDeduction: Kobo };

/** A loan as far as it says what is asked of a sale. */
export type AskingLoan = {
  id: string;
  disbursedAt: Date;
  completedAt: Date | null;
  writtenOffAt: Date | null;
  /** The terms and since when they hold, oldest first; the first ones from the start. */
  terms: readonly { from: Date; terms: SaleTerms }[];
  pauses: readonly Pause[];
  cap: Cap | null;
};

export function termsOverTime(
  present: SaleTerms,
  changes: readonly { effectiveFrom: Date; previous: SaleTerms; current: SaleTerms }[],
): AskingLoan["terms"] {
  const first = { from: new Date(0), terms: changes[0]?.previous ?? present };
  return [first, ...changes.map(({ effectiveFrom: from, current: terms }) => ({ from, terms }))];
}

export function isPausedAt(at: Date, pauses: readonly Pause[]): boolean {
  return pauses.some(({ from, until }) => at >= from && (until === null || at < until));
}

/**
 * Whatever is left to be paid: what may be deducted, of half the sale less what others took, or what was agreed for
 * earlier loans if more. `loans`: in the order of disbursement, up to the one asked about.
 */
export function shareOf(sale: Sale, loans: readonly AskingLoan[]): Kobo {
  let agreed = zero;
  let share = zero;
  for (const loan of loans) {
    agreed = plus(agreed, share);
    const others = totalOf(
      sale.deductions.filter(({ loanId }) => loanId !== loan.id).map(({ net }) => ({ amount: net })),
    );
    const full = asks(loan, sale)
      ? capOf(termsAt(loan, sale.at), { sale: sale.amount, taken: greatest(others, agreed) })
      : zero;
    share = loan === loans.at(-1) ? full : underCap(full, sale, loan.cap);
  }
  return share;
}

export function underCap(share: Kobo, sale: Pick<Sale, "at" | "orderId">, cap: Cap | null): Kobo {
  if (!cap) return share;
  if (cap.lifted && sale.at >= new Date(cap.lifted.at)) return underCap(share, sale, cap.lifted.next);
  const order = cap.orderId === sale.orderId ? 0 : bySaleTime(sale, { at: new Date(cap.at), orderId: cap.orderId });
  if (order === 0) return least(share, cap.amount);
  return order < 0 ? share : zero;
}

function asks(loan: AskingLoan, { at, toldAt }: Sale): boolean {
  // A sale that was told of by then was made by then, whatever the teller's clock says: its deduction may be the last.
  const completed = loan.completedAt && at > loan.completedAt && toldAt > loan.completedAt;
  const ended = completed || (loan.writtenOffAt && at >= loan.writtenOffAt);
  return at >= loan.disbursedAt && !ended && !isPausedAt(at, loan.pauses);
}

function termsAt({ terms }: AskingLoan, at: Date): SaleTerms {
  const held = terms.findLast(({ from }) => from <= at);
  if (!held) throw new Error("There are terms from the start.");
  return held.terms;
}
