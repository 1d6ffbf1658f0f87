import { fromKobo, type Kobo, plus } from "@/lib/kernel/money";
import { type Book, outstanding, totalDue, totalPaid } from "@/lib/loans/ledger/balances";
import type { Collection } from "@/lib/terms/collection/schema";
import type { EventPayload } from "@/lib/terms/events/all-events";
import { splitPaid } from "@/lib/terms/ledger/allocation";
import type { LoanStatus, OwingState } from "@/lib/terms/loans/states";
import type { PaymentSource } from "@/lib/terms/payments/states";
import { percentPaid } from "./milestones";

export type NamedLoan = { id: string; reference: string };

export function toLoanReference<const Status extends LoanStatus>({ id, reference }: NamedLoan, status: Status) {
  return { loan: { id, reference, status } };
}

export function toNearlyCompletePayload(
  loan: NamedLoan,
  status: OwingState,
  book: Book,
  collection: Collection | null,
): EventPayload<"loan.nearly_complete"> {
  const left = fromKobo(outstanding(book).total);
  return {
    ...toLoanReference(loan, status),
    percent_paid: percentPaid(totalPaid(book), totalDue(book)),
    outstanding: left,
    max_deduction_amount: left,
    collection,
  };
}

/** Summary of a loan's deductions, excluding those reversed in full. No moments without any. */
export type Deductions = { count: number; first: Date | null; last: Date | null };

export function toCompletedPayload(
  loan: NamedLoan,
  book: Book,
  deductions: Deductions,
  collection: Collection | null,
  completedAt: Date,
): EventPayload<"loan.completed"> {
  const repaid = splitPaid(totalPaid(book), book.portions);
  return {
    ...toLoanReference(loan, "REPAID"),
    summary: {
      principal_repaid: fromKobo(repaid.principal),
      interest_repaid: fromKobo(repaid.interest),
      total_repaid: fromKobo(plus(repaid.principal, repaid.interest)),
      total_deductions: deductions.count,
      first_deduction_at: deductions.first?.toISOString() ?? null,
      final_deduction_at: deductions.last?.toISOString() ?? null,
      completed_at: completedAt.toISOString(),
    },
    action_required: "stop_deductions",
    message: "The loan is fully repaid. Stop all deductions for it.",
    collection,
  };
}

export function toPaymentReceivedPayload(
  loan: NamedLoan,
  status: LoanStatus,
  book: Book,
  payment: { amount: Kobo; source: PaymentSource; receivedAt: Date },
  collection: Collection | null,
): EventPayload<"loan.payment_received"> {
  const { amount, source, receivedAt } = payment;
  return {
    ...toLoanReference(loan, status),
    payment: { amount: fromKobo(amount), source, received_at: receivedAt.toISOString() },
    loan_balance: toBalance(book),
    collection,
  };
}

/** @param book after it was taken back */
export function toPaymentReversedPayload(
  loan: NamedLoan,
  status: LoanStatus,
  book: Book,
  payment: { amount: Kobo; source: PaymentSource; receivedAt: Date; reversedAt: Date },
  collection: Collection | null,
): EventPayload<"loan.payment_reversed"> {
  const received = toPaymentReceivedPayload(loan, status, book, payment, collection);
  return { ...received, payment: { ...received.payment, reversed_at: payment.reversedAt.toISOString() } };
}

function toBalance(book: Book) {
  return {
    total_due: fromKobo(totalDue(book)),
    total_paid: fromKobo(totalPaid(book)),
    outstanding: fromKobo(outstanding(book).total),
  };
}

const whilePaused = "Collection is paused: start again when loan.repayment_updated reports that it has resumed.";

const reopenings = {
  REVERSAL: "A repayment was reversed after the loan was repaid.",
  CURED: "Everything overdue is paid. The loan is no longer in default.",
  TAKEN_BACK: "The default was taken back. Nothing is overdue.",
} as const;

export function toReopenedPayload(
  loan: NamedLoan & { deductionBasisPoints: number; pausedAt: Date | null },
  book: Book,
  reason: keyof typeof reopenings,
  collection: Collection | null,
): EventPayload<"loan.reopened"> {
  const left = fromKobo(outstanding(book).total);
  return {
    ...toLoanReference(loan, "ACTIVE"),
    reason,
    outstanding: left,
    max_deduction_amount: left,
    deduction_percentage: loan.deductionBasisPoints / 100,
    action_required: loan.pausedAt ? "await_resumption" : "resume_deductions",
    message: `${reopenings[reason]} ${loan.pausedAt ? whilePaused : "Deduct until the rest is paid."}`,
    collection,
  };
}
