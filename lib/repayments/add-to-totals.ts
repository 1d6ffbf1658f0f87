import { invalidField } from "@/lib/errors";
import type { Book } from "@/lib/ledger/balances";
import type { RepaymentEffect } from "@/lib/ledger/constants";
import { type Kobo, kobo } from "@/lib/money";

/** A report that was kept, and the loan's book with it. Null: it was reported before. */
export type Booked = { id: string; after: Book } | null;

/**
 * The total that money counts towards, changed by an amount.
 * @throws CodedError VALIDATION_FAILED when a loan's totals would outgrow the whole numbers that a double holds: nine times
 *   the largest amount there is. Better refused, and kept as such, than booked a kobo wrong.
 */
export function addToTotals(
  book: Book,
  effect: RepaymentEffect,
  amount: Kobo,
): Pick<Book, "received"> | Pick<Book, "held"> {
  const { received, held, principal, interest } = book;
  const [changed, other] = effect === "APPLIED" ? [received, held] : [held, received];
  const after = changed + amount;
  if (!Number.isSafeInteger(Math.abs(after) + Math.abs(other) + principal + interest)) {
    throw invalidField(
      "deduction.amount",
      "Must not bring what is deducted for the loan beyond what can be counted exactly",
    );
  }
  return effect === "APPLIED" ? { received: kobo(after) } : { held: kobo(after) };
}
