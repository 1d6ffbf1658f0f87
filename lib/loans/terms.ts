import { addDays } from "@/lib/calendar";
import type { LenderProduct } from "@/lib/lenders/product";
import { type Kobo, plus, shareOf } from "@/lib/money";
import type { RiskTier } from "@/lib/scoring/constants";
import { deductionBasisPointsByTier } from "./constants";
import { type Installment, schedule } from "./schedule";

/** What a merchant owes and how it is repaid. Rates in basis points. */
export type Terms = {
  principal: Kobo;
  interestBasisPoints: number;
  interest: Kobo;
  totalRepayment: Kobo;
  tenorDays: number;
  deductionBasisPoints: number;
  minimumDeduction: Kobo;
  startDate: string;
  dueDate: string;
  schedule: Installment[];
};

/** The interest annualised as simple interest, in percent with two decimals, rounded half-up. */
export function yearlyRateOf(terms: Pick<Terms, "interestBasisPoints" | "tenorDays">): number {
  return Math.round((terms.interestBasisPoints * 365) / terms.tenorDays) / 100;
}

/** The terms of a loan disbursed on `startDate` (docs/lending.md#terms). Interest is flat for the whole tenor. */
export function termsOf(principal: Kobo, product: LenderProduct, tier: RiskTier, startDate: string): Terms {
  const { interestBasisPoints, tenorDays, minimumDeduction } = product;
  const interest = shareOf(principal, interestBasisPoints);
  return {
    principal,
    interestBasisPoints,
    interest,
    totalRepayment: plus(principal, interest),
    tenorDays,
    deductionBasisPoints: deductionBasisPointsByTier[tier],
    minimumDeduction,
    startDate,
    dueDate: addDays(startDate, tenorDays),
    schedule: schedule({ principal, interest }, tenorDays, startDate),
  };
}
