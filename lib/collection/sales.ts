import type { Kobo } from "@/lib/money";

/** A time that a sale was told of: by a sales event, or by a deduction that names it as its source. */
export type Mention = { by: "EVENT" | "SOURCE"; amount: Kobo; at: Date };

/** A deduction, for whichever of the merchant's loans; `net` of its reversals. */
export type Deduction = { loanId: string; reference: string; net: Kobo; at: Date };

/** `toldAt`: when it was first told of, which is before its own time where the teller's clock is ahead. */
export type Sale = { orderId: string; amount: Kobo; at: Date; toldAt: Date; deductions: readonly Deduction[] };

/**
 * Which of the times it was told of says what a sale was: a sales event goes before sources, the earliest before later
 * ones, and at the same time the larger amount, so that the order of arrival does not matter.
 */
export function decisiveMention(first: Mention, ...others: Mention[]): Mention {
  return others.reduce((one, other) => (goesBefore(other, one) ? other : one), first);
}

function goesBefore(one: Mention, other: Mention): boolean {
  if (one.by !== other.by) return one.by === "EVENT";
  return one.at.getTime() === other.at.getTime() ? one.amount > other.amount : one.at < other.at;
}

/** The order in which the balance is used up by sales. */
export function bySaleTime(one: { at: Date; orderId: string }, other: { at: Date; orderId: string }): number {
  return one.at.getTime() - other.at.getTime() || (one.orderId < other.orderId ? -1 : 1);
}
