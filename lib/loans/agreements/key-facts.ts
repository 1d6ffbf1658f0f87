import { fromKobo, minus, toKobo } from "@/lib/kernel/money";
import type { KeyFacts } from "@/lib/terms/agreements";
import type { LoanStatusAnswer } from "@/lib/terms/loans/schema";

type Parties = Pick<KeyFacts, "borrower" | "marketplace" | "complaints" | "purpose" | "test" | "defaultAfterDays">;

/** The key facts of a loan. Its terms do not change before it is accepted; only the forecast follows the sales. */
export function keyFactsOf(status: LoanStatusAnswer, parties: Parties): KeyFacts {
  const { terms, forecast, lender, schedule } = status;
  const { principalAmount, totalRepayment, interestRate, tenorDays, deductionPercentage, minimumDeduction } = terms;
  return {
    ...parties,
    reference: status.reference,
    lender: lender.name,
    principalAmount,
    fee: fromKobo(minus(toKobo(totalRepayment), toKobo(principalAmount))),
    totalRepayment,
    interestRate,
    tenorDays,
    annualPercentageRate: terms.annualPercentageRate,
    scheduledAnnualPercentageRate: terms.scheduledAnnualPercentageRate,
    assumedMonthlySales: terms.assumedMonthlySales,
    expectedDays: terms.expectedDays,
    deductionPercentage,
    minimumDeduction,
    startDate: status.startDate,
    dueDate: status.dueDate,
    schedule: schedule.map(({ installment, dueDate, amount }) => ({ installment, dueDate, amount })),
    forecast: forecast && { early: forecast.early, likely: forecast.likely, late: forecast.late },
    offerExpiresAt: status.offerExpiresAt,
  };
}
