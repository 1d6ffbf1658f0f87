import { currency, fromKobo } from "@/lib/money";
import { repaymentMethod } from "./constants";
import type { LoanStatus } from "./states";
import type { Terms } from "./terms";

/** Body of `loan.approved` beyond the common fields (interface document, Events). */
export function toApprovedPayload(
  loan: { id: string; reference: string; status: LoanStatus },
  lender: { lenderId: string; name: string },
  terms: Terms,
): Record<string, unknown> {
  return {
    loan: { id: loan.id, reference: loan.reference, status: loan.status },
    lender: { id: lender.lenderId, name: lender.name },
    terms: {
      principal_amount: fromKobo(terms.principal),
      interest_rate: terms.interestBasisPoints / 100,
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
    schedule: terms.schedule.map(({ number, dueDate, amount }) => ({
      installment: number,
      due_date: dueDate,
      amount: fromKobo(amount),
    })),
  };
}
