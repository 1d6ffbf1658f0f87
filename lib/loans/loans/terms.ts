import { addDays } from "@/lib/kernel/calendar";
import { type Kobo, plus } from "@/lib/kernel/money";
import type { AssumedSales } from "@/lib/parties/lenders/assumed-sales";
import { deductionFor } from "@/lib/parties/lenders/deduction-percentage";
import { priceOf } from "@/lib/parties/lenders/price";
import type { LenderProduct } from "@/lib/parties/lenders/product";
import { type Installment, installmentDays, schedule } from "@/lib/terms/loans/schedule";
import { estimatedAnnualPercentage, scheduledAnnualPercentage } from "./annual-percentage";

/** What a merchant owes, how it is repaid, and what that assumes. Shares in basis points unless they say otherwise. */
export type Terms = {
  principal: Kobo;
  interestPartsPerMillion: number;
  interest: Kobo;
  totalRepayment: Kobo;
  tenorDays: number;
  deductionBasisPoints: number;
  minimumDeduction: Kobo;
  /** Null, like the three below, for loans from before they were kept. */
  assumedMonthlySales: Kobo | null;
  expectedDays: number | null;
  /** Null also where no sales are assumed. */
  annualPercentageBasisPoints: number | null;
  scheduledAnnualPercentageBasisPoints: number | null;
  startDate: string;
  dueDate: string;
  schedule: Installment[];
};

/** docs/lending.md#terms. For an amount that the product does not carry, they have its highest percentage. */
export function termsOf(principal: Kobo, product: LenderProduct, sales: AssumedSales, startDate: string): Terms {
  const { tenorDays, minimumDeduction, highestDeductionBasisPoints } = product;
  const { assumedMonthlySales } = sales;
  const price = priceOf(principal, product, sales);
  const total = plus(principal, price.interest);
  const deductionBasisPoints = Math.min(deductionFor(total, product, sales), highestDeductionBasisPoints);
  const installments = schedule({ principal, interest: price.interest }, tenorDays, startDate);
  const expected = { principal, total, deductionBasisPoints, monthlySales: assumedMonthlySales };
  return {
    principal,
    ...price,
    totalRepayment: total,
    tenorDays,
    deductionBasisPoints,
    minimumDeduction,
    assumedMonthlySales,
    annualPercentageBasisPoints: assumedMonthlySales > 0 ? estimatedAnnualPercentage(expected) : null,
    scheduledAnnualPercentageBasisPoints: scheduledAnnualPercentage({
      principal,
      schedule: withDays(installments, tenorDays),
    }),
    startDate,
    dueDate: addDays(startDate, tenorDays),
    schedule: installments,
  };
}

type Cost = Pick<
  Terms,
  "interestPartsPerMillion" | "annualPercentageBasisPoints" | "scheduledAnnualPercentageBasisPoints" | "expectedDays"
>;

export function costOf(terms: Cost) {
  const percent = (basisPoints: number | null) => (basisPoints === null ? null : basisPoints / 100);
  return {
    interestRate: terms.interestPartsPerMillion / 10_000,
    annualPercentageRate: percent(terms.annualPercentageBasisPoints),
    scheduledAnnualPercentageRate: percent(terms.scheduledAnnualPercentageBasisPoints),
    expectedDays: terms.expectedDays,
  };
}

function withDays(installments: readonly Installment[], tenorDays: number): { day: number; amount: Kobo }[] {
  const days = installmentDays(tenorDays);
  return installments.map(({ amount }, i) => ({ day: days[i] ?? tenorDays, amount }));
}
