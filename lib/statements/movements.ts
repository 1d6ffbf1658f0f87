import type { Ledger } from "@/lib/ledger/loan-transactions";
import { netDeductions } from "@/lib/ledger/recompute";
import { type Kobo, minus, zero } from "@/lib/money";

export type Movement = {
  id: string;
  kind: "DISBURSEMENT" | "DEDUCTION" | "REVERSAL" | "REFUND";
  at: Date;
  recordedAt: Date;
  amount: Kobo;
  /** At the marketplace; null of what the service moved itself. */
  reference: string | null;
  /** For a reversal: the reference of its deduction. */
  reverses: string | null;
  /** For a deduction: the amount reversed. */
  reversed: Kobo;
};

/**
 * A loan's movements, newest first: all that count as known today. A reversal that awaits its deduction, or exceeds it,
 * moved nothing.
 */
export function movementsOf({ agreed, facts }: Pick<Ledger, "agreed" | "facts">): Movement[] {
  const own = { reference: null, reverses: null, reversed: zero };
  const movements: Movement[] = [];
  for (const fact of facts) {
    const { id, kind, occurredAt: at, recordedAt } = fact;
    if (kind === "DISBURSEMENT") movements.push({ ...own, id, kind, at, recordedAt, amount: agreed.principal });
    if (kind === "REFUND") movements.push({ ...own, id, kind, at, recordedAt, amount: fact.amount });
  }
  for (const { deduction, reversals, net } of netDeductions(facts)) {
    const { id, kind, occurredAt: at, recordedAt, amount, reference } = deduction;
    movements.push({ id, kind, at, recordedAt, amount, reference, reverses: null, reversed: minus(amount, net) });
    for (const { occurredAt, originalReference: reverses, ...reversal } of reversals) {
      movements.push({ ...reversal, at: occurredAt, reverses, reversed: zero });
    }
  }
  return movements.sort(
    (one, other) =>
      other.at.getTime() - one.at.getTime() ||
      other.recordedAt.getTime() - one.recordedAt.getTime() ||
      (one.id < other.id ? 1 : -1),
  );
}
