import { type Kobo, toKobo } from "@/lib/kernel/money";
import type { BusinessTime } from "@/lib/kernel/time";
import type { RepaymentEvent } from "@/lib/sales/data-events/schema";

export type RepaymentFact = {
  type: RepaymentEvent["event"];
  reference: string;
  /** For a reversal: the reference of the deduction it reverses. */
  originalReference: string | null;
  /** Of a deduction: the order that it was taken from, where it came from a sale. */
  orderId: string | null;
  /** What else it was taken from, type and id. */
  otherSource: string | null;
  /** When that was, and its gross amount. */
  sourceAt: BusinessTime | null;
  sourceAmount: Kobo | null;
  amount: Kobo;
  at: BusinessTime;
  /** Path of the moment in the body. */
  atField: string;
};

export function repaymentFactOf(event: RepaymentEvent): RepaymentFact {
  const { event: type, deduction } = event;
  const unsourced = { orderId: null, otherSource: null, sourceAt: null, sourceAmount: null };
  const common = { type, reference: deduction.reference, originalReference: null, ...unsourced };
  switch (event.event) {
    case "repayment.deducted": {
      const { amount, deductedAt } = event.deduction;
      const source = sourceOf(event);
      return { ...common, ...source, amount: toKobo(amount), at: deductedAt, atField: "deduction.deductedAt" };
    }
    case "repayment.failed": {
      const { attemptedAmount, failedAt } = event.deduction;
      return { ...common, amount: toKobo(attemptedAmount), at: failedAt, atField: "deduction.failedAt" };
    }
    case "repayment.reversed": {
      const { amount, originalReference, reversedAt } = event.deduction;
      const fact = { ...common, amount: toKobo(amount), at: reversedAt, atField: "deduction.reversedAt" };
      return { ...fact, originalReference };
    }
  }
}

function sourceOf({ sourceTransaction: source }: RepaymentEvent) {
  if (!source) return {};
  const named = source.type === "sale" ? { orderId: source.id } : { otherSource: `${source.type} ${source.id}` };
  return { ...named, sourceAt: source.timestamp, sourceAmount: toKobo(source.grossAmount) };
}
