import { type Kobo, minus, zero } from "@/lib/kernel/money";
import type { Ledger } from "@/lib/loans/ledger/loan-transactions";
import { netDeductions } from "@/lib/loans/ledger/recompute";
import type { PaymentSource } from "@/lib/terms/payments/states";

export const movementKinds = [
  "DISBURSEMENT",
  "DEDUCTION",
  "PAYMENT",
  "REVERSAL",
  "REFUND",
  "PAYOUT_REVERSED",
  "PAID_AGAIN",
  "REFUND_REVERSED",
  "DEBIT_REVERSED",
] as const;

export type Movement = {
  id: string;
  kind: (typeof movementKinds)[number];
  at: Date;
  recordedAt: Date;
  amount: Kobo;
  /** Of a payment: who ordered it. */
  source: PaymentSource | null;
  /** At the marketplace, or the bank's of a payment; null of what the service moved itself. */
  reference: string | null;
  /** For a reversal: the reference of its deduction, or of its payment. */
  reverses: string | null;
  /** For a deduction or a payment: the amount reversed. */
  reversed: Kobo;
};

/** Newest first, as known today. A reversal that awaits its deduction, or exceeds it, moved nothing. */
export function movementsOf({ agreed, facts }: Pick<Ledger, "agreed" | "facts">): Movement[] {
  const plain = { source: null, reverses: null, reversed: zero };
  const own = { ...plain, reference: null };
  const movements: Movement[] = [];
  for (const fact of facts) {
    const { id, kind, occurredAt: at, recordedAt } = fact;
    if (kind === "DISBURSEMENT" || kind === "PAYOUT_REVERSED" || kind === "PAID_AGAIN")
      movements.push({ ...own, id, kind, at, recordedAt, amount: agreed.principal });
    if (kind === "REFUND" || kind === "REFUND_REVERSED")
      movements.push({ ...own, id, kind, at, recordedAt, amount: fact.amount });
    if (kind === "PAYMENT") {
      const { source, reference, amount } = fact;
      movements.push({ ...plain, id, kind, at, recordedAt, amount, source, reference });
    }
  }
  const taken = facts.filter((fact) => fact.kind === "DEBIT_REVERSED");
  for (const { id, kind, occurredAt: at, recordedAt, amount, paymentId } of taken) {
    const payment = movements.find((other) => other.id === paymentId);
    if (payment) payment.reversed = amount;
    const reverses = payment?.reference ?? null;
    movements.push({ ...own, id, kind, at, recordedAt, amount, reference: reverses, reverses });
  }
  for (const { deduction, reversals, net } of netDeductions(facts)) {
    const { id, kind, occurredAt: at, recordedAt, amount, reference } = deduction;
    movements.push({ ...plain, id, kind, at, recordedAt, amount, reference, reversed: minus(amount, net) });
    for (const { occurredAt, originalReference: reverses, ...reversal } of reversals) {
      movements.push({ ...plain, ...reversal, at: occurredAt, reverses });
    }
  }
  return movements.sort(
    (one, other) =>
      other.at.getTime() - one.at.getTime() ||
      other.recordedAt.getTime() - one.recordedAt.getTime() ||
      (one.id < other.id ? 1 : -1),
  );
}
