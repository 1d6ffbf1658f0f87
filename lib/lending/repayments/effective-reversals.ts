import { type Kobo, minus } from "@/lib/kernel/money";

export type Reversal = { id: string; reference: string; amount: Kobo; reversedAt: Date };

/**
 * The ids of the reversals that count: together they never exceed what was deducted (docs/repayments.md#reversals).
 * They apply in the order they happened, skipping those that no longer fit, in whatever order they were reported.
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
