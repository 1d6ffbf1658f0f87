import type { RepaymentEvent } from "@/lib/data-events/schema";
import { type Kobo, toKobo } from "@/lib/money";
import type { BusinessTime } from "@/lib/time";

/** What a report says happened, independent of each event type's field names. */
export type RepaymentFact = {
  type: RepaymentEvent["event"];
  reference: string;
  /** For a reversal: the reference of the deduction it reverses. */
  originalReference: string | null;
  amount: Kobo;
  at: BusinessTime;
  /** Path of the moment in the body. */
  atField: string;
};

/** Extracts the fact from a reported event. */
export function repaymentFactOf(event: RepaymentEvent): RepaymentFact {
  const { reference } = event.deduction;
  switch (event.event) {
    case "repayment.deducted": {
      const { amount, deductedAt } = event.deduction;
      return { ...common(event), amount: toKobo(amount), at: deductedAt, atField: "deduction.deductedAt" };
    }
    case "repayment.failed": {
      const { attemptedAmount, failedAt } = event.deduction;
      return { ...common(event), amount: toKobo(attemptedAmount), at: failedAt, atField: "deduction.failedAt" };
    }
    case "repayment.reversed": {
      const { amount, originalReference, reversedAt } = event.deduction;
      const fact = { ...common(event), amount: toKobo(amount), at: reversedAt, atField: "deduction.reversedAt" };
      return { ...fact, originalReference };
    }
  }

  function common({ event: type }: RepaymentEvent) {
    return { type, reference, originalReference: null };
  }
}
