import { type Kobo, minus } from "@/lib/money";

/** A reversal of a deduction. */
export type Reversal = { id: string; reference: string; amount: Kobo; reversedAt: Date };

/**
 * Which reversals of a deduction of `deducted` count: together they never exceed it (docs/repayments.md#reversals). They
 * are taken in the order in which they happened, each that still fits, so the order in which they are reported never
 * matters.
 * @returns the ids of those that count.
 */
export function effectiveReversals(deducted: Kobo, reversals: readonly Reversal[]): Set<string> {
  const inOrder = [...reversals].sort(
    (one, other) => one.reversedAt.getTime() - other.reversedAt.getTime() || (one.reference < other.reference ? -1 : 1),
  );
  const effective = new Set<string>();
  let left = deducted;
  for (const { id, amount } of inOrder) {
    if (amount > left) continue;
    effective.add(id);
    left = minus(left, amount);
  }
  return effective;
}
