import { raiseBreak } from "@/lib/breaks/raise";
import { fromKobo } from "@/lib/money";
import type { Report } from "./report";
import type { Reversal } from "./standing-reversals";

/** Lists a reversal that exceeds what is left of its deduction. */
export async function raiseExcess(report: Report, id: string, reversal: Reversal, deducted: number): Promise<void> {
  const { tenant, merchantId, loanId, now } = report;
  await raiseBreak({
    tenant,
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

/** What the break of an excess reversal is about. */
export function excessSubject(id: string): string {
  return `reversal:${id}`;
}

/** What the break of reversals is about whose deduction has not come. */
export function heldSubject(loanId: string, originalReference: string): string {
  return `held:${loanId}:${originalReference}`;
}
