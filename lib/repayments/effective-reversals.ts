import { type Kobo, minus } from "@/lib/money";

/** A reversal of a deduction. */
export type Reversal = { id: string; reference: string; amount: Kobo; reversedAt: Date };

/**
 * Determines which reversals of a deduction of `deducted` count: together they never exceed it
 * (docs/repayments.md#reversals). They are applied in the order they happened, skipping those that no longer fit, so
 * the order of reporting does not matter.
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
