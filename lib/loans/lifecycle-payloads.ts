import { fromKobo, type Kobo } from "@/lib/money";
import type { LoanTerms } from "./schema";
import { toApprovedPayload } from "./serialize";
import type { DefaultReason } from "./states";
import type { Terms } from "./terms";

/** Body of `loan.disbursed`: the disbursement, and the terms with the dates that are final from now on. */
export function toDisbursedPayload(
  loan: { id: string; reference: string },
  lender: { lenderId: string; name: string },
  terms: Terms,
  disbursement: { amount: Kobo; disbursedAt: Date; lastFour: string },
): Record<string, unknown> {
  return {
    ...toApprovedPayload({ id: loan.id, reference: loan.reference, status: "ACTIVE" }, lender, terms),
    disbursement: {
      amount: fromKobo(disbursement.amount),
      fees: 0,
      net_amount: fromKobo(disbursement.amount),
      disbursed_at: disbursement.disbursedAt.toISOString(),
      payout_account_last4: disbursement.lastFour,
    },
  };
}

/** Body of `loan.repayment_updated` beyond the loan. */
export function toUpdatedPayload(change: {
  previous: LoanTerms;
  current: LoanTerms;
  effectiveFrom: Date;
  reason: string;
}): Record<string, unknown> {
  return {
    previous: toTerms(change.previous),
    current: toTerms(change.current),
    effective_from: change.effectiveFrom.toISOString(),
    reason: change.reason,
  };
}

function toTerms(terms: LoanTerms) {
  return {
    deduction_percentage: terms.deductionBasisPoints / 100,
    minimum_deduction: fromKobo(terms.minimumDeduction),
    due_date: terms.dueDate,
    paused: terms.paused,
  };
}

const priorities = [
  { priority: "CRITICAL", share: 0.75, days: 180 },
  { priority: "HIGH", share: 0.5, days: 120 },
  { priority: "MEDIUM", share: 0.25, days: 60 },
] as const;

/** How hard to collect: by how much of the debt is left, or how long it has been overdue, whichever weighs more. */
export function collectionPriority(outstanding: Kobo, due: Kobo, daysPastDue: number) {
  const reached = priorities.find(({ share, days }) => outstanding >= due * share || daysPastDue > days);
  return reached?.priority ?? "LOW";
}

const collecting = {
  continue_deductions: "Go on deducting from every sale and settlement until it is paid.",
  await_resumption: "Collection is paused: deduct again once the pause is over.",
} as const;

/** Body of `loan.defaulted` beyond the loan. */
export function toDefaultedPayload(facts: {
  reason: DefaultReason;
  daysPastDue: number;
  outstanding: Kobo;
  due: Kobo;
  paused: boolean;
}): Record<string, unknown> {
  const { reason, daysPastDue, outstanding, due, paused } = facts;
  const action = paused ? "await_resumption" : "continue_deductions";
  return {
    reason,
    days_past_due: daysPastDue,
    outstanding: fromKobo(outstanding),
    collection_instructions: {
      priority: collectionPriority(outstanding, due, daysPastDue),
      action,
      message: `The loan is in default. ${collecting[action]}`,
    },
  };
}

/** Body of `loan.written_off` beyond the loan. */
export function toWrittenOffPayload(facts: {
  lost: { principal: Kobo; interest: Kobo; total: Kobo };
  reason: string;
  at: Date;
}): Record<string, unknown> {
  const { lost, reason, at } = facts;
  return {
    written_off: {
      principal: fromKobo(lost.principal),
      interest: fromKobo(lost.interest),
      total: fromKobo(lost.total),
    },
    reason,
    written_off_at: at.toISOString(),
    action_required: "stop_deductions",
    message: "The loan is written off. Stop all deductions for it.",
  };
}
