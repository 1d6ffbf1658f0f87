import { currency, fromKobo, inNaira, type Kobo, zero } from "@/lib/kernel/money";
import type { Collection } from "@/lib/terms/collection/schema";
import type { EventPayload } from "@/lib/terms/events/all-events";
import { repaymentMethod } from "@/lib/terms/loans/constants";
import type { Installment } from "@/lib/terms/loans/schedule";
import type { LoanTerms } from "@/lib/terms/loans/schema";
import type { DefaultReason, OwingState } from "@/lib/terms/loans/states";
import { type NamedLoan, toLoanReference } from "./milestone-payloads";
import { costOf, type Terms } from "./terms";

type NamedLender = { lenderId: string; name: string };

export function toApprovedPayload(loan: NamedLoan, lender: NamedLender, terms: Terms): EventPayload<"loan.approved"> {
  return { ...toLoanReference(loan, "APPROVED"), ...toOffer(lender, terms) };
}

function toOffer(lender: NamedLender, terms: Terms) {
  const cost = costOf(terms);
  return {
    lender: { id: lender.lenderId, name: lender.name },
    terms: {
      principal_amount: fromKobo(terms.principal),
      interest_rate: cost.interestRate,
      annual_percentage_rate: cost.annualPercentageRate,
      scheduled_annual_percentage_rate: cost.scheduledAnnualPercentageRate,
      assumed_monthly_sales: terms.assumedMonthlySales === null ? null : fromKobo(terms.assumedMonthlySales),
      expected_days: cost.expectedDays,
      tenor_days: terms.tenorDays,
      total_repayment: fromKobo(terms.totalRepayment),
      currency,
    },
    repayment: {
      method: repaymentMethod,
      deduction_percentage: terms.deductionBasisPoints / 100,
      minimum_deduction: fromKobo(terms.minimumDeduction),
      start_date: terms.startDate,
      due_date: terms.dueDate,
    },
    schedule: toSchedule(terms.schedule),
  } as const;
}

function toSchedule(installments: readonly Installment[]) {
  return installments.map(({ number, dueDate, amount }) => ({
    installment: number,
    due_date: dueDate,
    amount: fromKobo(amount),
  }));
}

export function toDisbursedPayload(
  loan: NamedLoan,
  lender: NamedLender,
  terms: Terms,
  disbursement: { amount: Kobo; disbursedAt: Date; lastFour: string },
): EventPayload<"loan.disbursed"> {
  return {
    ...toLoanReference(loan, "ACTIVE"),
    ...toOffer(lender, terms),
    disbursement: {
      amount: fromKobo(disbursement.amount),
      fees: 0,
      net_amount: fromKobo(disbursement.amount),
      disbursed_at: disbursement.disbursedAt.toISOString(),
      payout_account_last4: disbursement.lastFour,
    },
  };
}

export type Consent = { proposalId: string; proposedAt: Date };

export function toUpdatedPayload(
  loan: NamedLoan & { status: OwingState },
  change: {
    previous: LoanTerms;
    current: LoanTerms;
    installments: readonly Installment[];
    effectiveFrom: Date;
    reason: string;
    consent: Consent | null;
    collection: Collection | null;
  },
): EventPayload<"loan.repayment_updated"> {
  const { consent, effectiveFrom } = change;
  return {
    ...toLoanReference(loan, loan.status),
    previous: toTerms(change.previous),
    current: toTerms(change.current),
    schedule: toSchedule(change.installments),
    effective_from: effectiveFrom.toISOString(),
    reason: change.reason,
    consent: consent && {
      proposal_id: consent.proposalId,
      proposed_at: consent.proposedAt.toISOString(),
      agreed_at: effectiveFrom.toISOString(),
    },
    collection: change.collection,
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

/** By the share of the debt outstanding or by days past due, whichever gives the higher priority. */
export function collectionPriority(outstanding: Kobo, due: Kobo, daysPastDue: number) {
  const reached = priorities.find(({ share, days }) => outstanding >= due * share || daysPastDue > days);
  return reached?.priority ?? "LOW";
}

const collecting = {
  continue_deductions: "Go on deducting from every sale and settlement until it is paid.",
  await_resumption: "Collection is paused: deduct again once the pause is over.",
} as const;

export function toDefaultedPayload(
  loan: NamedLoan,
  facts: {
    reason: DefaultReason;
    daysPastDue: number;
    outstanding: Kobo;
    due: Kobo;
    paused: boolean;
    collection: Collection | null;
  },
): EventPayload<"loan.defaulted"> {
  const { reason, daysPastDue, outstanding, due, paused } = facts;
  const action = paused ? "await_resumption" : "continue_deductions";
  return {
    ...toLoanReference(loan, "DEFAULTED"),
    reason,
    days_past_due: daysPastDue,
    outstanding: fromKobo(outstanding),
    collection_instructions: {
      priority: collectionPriority(outstanding, due, daysPastDue),
      action,
      message: `The loan is in default. ${collecting[action]}`,
    },
    collection: facts.collection,
  };
}

export function toWrittenOffPayload(
  loan: NamedLoan & { deductionBasisPoints: number; recoversFromSales: boolean },
  facts: {
    lost: { principal: Kobo; interest: Kobo; total: Kobo };
    reason: string;
    at: Date;
    collection: Collection | null;
  },
): EventPayload<"loan.written_off"> {
  const { lost, reason, at, collection } = facts;
  return {
    ...toLoanReference(loan, "WRITTEN_OFF"),
    written_off: inNaira(lost),
    reason,
    written_off_at: at.toISOString(),
    action_required: loan.recoversFromSales ? "continue_deductions" : "stop_deductions",
    deduction_percentage: loan.deductionBasisPoints / 100,
    max_deduction_amount: fromKobo(loan.recoversFromSales ? lost.total : zero),
    message: loan.recoversFromSales
      ? "The loan is written off. Go on deducting: what comes in is recovered."
      : "The loan is written off. Stop all deductions for it.",
    collection,
  };
}
