import { fromKobo, type Kobo } from "@/lib/kernel/money";
import { type Disagreement, raiseBreak } from "@/lib/lending/reconciliation/breaks/raise-breaks";
import type { Reversal } from "./effective-reversals";
import type { Report } from "./report";

type Found = Pick<Disagreement, "type" | "subject" | "expected" | "actual" | "evidence">;

export async function raiseAbout(report: Report, id: string, found: Found): Promise<void> {
  const { reach, merchantId, loanId, now } = report;
  await raiseBreak({ tenant: reach.tenant, merchantId, loanId, repaymentEventId: id, ...found, now });
}

export async function raiseExcess(report: Report, id: string, reversal: Reversal, deducted: Kobo): Promise<void> {
  await raiseAbout(report, id, {
    type: "AMOUNT",
    subject: excessSubject(id),
    expected: deducted,
    actual: reversal.amount,
    evidence: {
      about: "excess-reversal",
      reference: reversal.reference,
      amount: fromKobo(reversal.amount),
      reversedAt: reversal.reversedAt.toISOString(),
      deductedAmount: fromKobo(deducted),
    },
  });
}

export async function raiseHeld(report: Report, id: string): Promise<void> {
  const { loanId, fact } = report;
  await raiseAbout(report, id, {
    type: "MISSING",
    subject: heldSubject(loanId, fact.originalReference ?? ""),
    actual: fact.amount,
    evidence: {
      about: "held-reversal",
      reference: fact.reference,
      originalReference: fact.originalReference,
      amount: fromKobo(fact.amount),
      reversedAt: fact.at.toISOString(),
    },
  });
}

export function excessSubject(id: string): string {
  return `reversal:${id}`;
}

export function heldSubject(loanId: string, originalReference: string): string {
  return `held:${loanId}:${originalReference}`;
}
