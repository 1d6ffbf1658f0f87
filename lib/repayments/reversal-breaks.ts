import { raiseBreak } from "@/lib/breaks/raise-breaks";
import { fromKobo, type Kobo } from "@/lib/money";
import type { Reversal } from "./effective-reversals";
import type { Report } from "./report";

/** Raises a break for a reversal that exceeds what is left of its deduction. */
export async function raiseExcess(report: Report, id: string, reversal: Reversal, deducted: Kobo): Promise<void> {
  const { reach, merchantId, loanId, now } = report;
  await raiseBreak({
    tenant: reach.tenant,
    merchantId,
    type: "AMOUNT",
    subject: excessSubject(id),
    loanId,
    repaymentEventId: id,
    expected: deducted,
    actual: reversal.amount,
    evidence: {
      about: "excess-reversal",
      reference: reversal.reference,
      amount: fromKobo(reversal.amount),
      reversedAt: reversal.reversedAt.toISOString(),
      deductedAmount: fromKobo(deducted),
    },
    now,
  });
}

/** Raises a break for a reversal whose deduction has not been reported. */
export async function raiseHeld({ reach, merchantId, loanId, fact, now }: Report, id: string): Promise<void> {
  await raiseBreak({
    tenant: reach.tenant,
    merchantId,
    type: "MISSING",
    subject: heldSubject(loanId, fact.originalReference ?? ""),
    loanId,
    repaymentEventId: id,
    actual: fact.amount,
    evidence: {
      about: "held-reversal",
      reference: fact.reference,
      originalReference: fact.originalReference,
      amount: fromKobo(fact.amount),
      reversedAt: fact.at.toISOString(),
    },
    now,
  });
}

/** The subject of the break for an excess reversal. */
export function excessSubject(id: string): string {
  return `reversal:${id}`;
}

/** The subject of the break for reversals whose deduction has not arrived. */
export function heldSubject(loanId: string, originalReference: string): string {
  return `held:${loanId}:${originalReference}`;
}
