import { type Kobo, minus } from "@/lib/kernel/money";

export type Reversal = { id: string; reference: string; amount: Kobo; reversedAt: Date };

/** docs/repayments.md#reversals. In the order they happened, skipping those that no longer fit. */
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
