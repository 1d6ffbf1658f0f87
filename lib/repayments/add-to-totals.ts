import { invalidField } from "@/lib/errors";
import type { Book } from "@/lib/ledger/book";
import type { RepaymentEffect } from "@/lib/ledger/constants";

/** A report that was kept, and the loan's book with it. Null: it was reported before. */
export type Booked = { id: string; after: Book } | null;

/**
 * The total that money counts towards, changed by an amount in kobo.
 * @throws CodedError VALIDATION_FAILED when a loan's totals would outgrow the whole numbers that a double holds: nine times
 *   the largest amount there is. Better refused, and kept as such, than booked a kobo wrong.
 */
export function addToTotals(
  book: Book,
  effect: RepaymentEffect,
  amount: number,
): Pick<Book, "received"> | Pick<Book, "held"> {
  const { received, held, principal, interest } = book;
  const change = effect === "APPLIED" ? { received: received + amount } : { held: held + amount };
  const after = { received, held, ...change };
  if (!Number.isSafeInteger(Math.abs(after.received) + Math.abs(after.held) + principal + interest)) {
    throw invalidField(
      "deduction.amount",
      "Must not bring what is deducted for the loan beyond what can be counted exactly",
    );
  }
  return change;
}
