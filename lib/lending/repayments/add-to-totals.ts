import { invalidField } from "@/lib/kernel/errors";
import { type Kobo, kobo } from "@/lib/kernel/money";
import type { Book } from "@/lib/loans/ledger/balances";
import type { RepaymentEffect } from "@/lib/terms/ledger/constants";

export type Booked = { id: string; after: Book } | null;

/** Totals stay within the safe integers of a double: better to reject the report than to book it a kobo off. */
export function addToTotals(
  book: Book,
  effect: RepaymentEffect,
  amount: Kobo,
): Partial<Pick<Book, "received" | "held">> {
  const { received, held, principal, interest } = book;
  const [changed, other] = effect === "APPLIED" ? [received, held] : [held, received];
  const after = changed + amount;
  if (!Number.isSafeInteger(Math.abs(after) + Math.abs(other) + principal + interest)) {
    const error = "Must not bring what is deducted for the loan beyond what can be counted exactly";
    throw invalidField("deduction.amount", error);
  }
  return effect === "APPLIED" ? { received: kobo(after) } : { held: kobo(after) };
}
