import { raiseBreak } from "@/lib/breaks/raise-breaks";
import { fromKobo, type Kobo } from "@/lib/money";
import type { Reversal } from "./effective-reversals";
import type { Report } from "./report";

/** Lists a reversal that exceeds what is left of its deduction. */
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

/** Lists a reversal whose deduction was never reported: until it is, if it ever is. */
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

/** What the break of an excess reversal is about. */
export function excessSubject(id: string): string {
  return `reversal:${id}`;
}

/** What the break of reversals is about whose deduction has not come. */
export function heldSubject(loanId: string, originalReference: string): string {
  return `held:${loanId}:${originalReference}`;
}
