import type { payments } from "@/db/schema/payments";
import { dateOf } from "@/lib/kernel/calendar";
import { fromKobo } from "@/lib/kernel/money";
import type { PaymentAnswer } from "./schema";

export type Payment = typeof payments.$inferSelect;

/** A payment that the bank is asked for. */
export type Debit = Payment & { mandateId: string };

export function isDebit(payment: Payment): payment is Debit {
  return payment.mandateId !== null;
}

export function toPaymentAnswer(payment: Payment): PaymentAnswer {
  const { id, source, status, amount, coolingOff, orderedAt, finishedAt, reversedAt, failure, dueAt } = payment;
  return {
    id,
    source,
    status,
    amount: fromKobo(amount),
    coolingOff,
    orderedAt: orderedAt.toISOString(),
    debitOn: status === "ANNOUNCED" && dueAt ? dateOf(dueAt) : null,
    finishedAt: finishedAt?.toISOString() ?? null,
    reversedAt: reversedAt?.toISOString() ?? null,
    failure,
  };
}
