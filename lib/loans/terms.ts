import { addDays } from "@/lib/calendar";
import type { LenderOffer } from "@/lib/lenders/offer";
import { type Kobo, plus, shareOf } from "@/lib/money";
import type { RiskTier } from "@/lib/scoring/constants";
import { deductionBasisPoints } from "./constants";
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
export function yearlyRateOf({
  interestBasisPoints,
  tenorDays,
}: Pick<Terms, "interestBasisPoints" | "tenorDays">): number {
  return Math.round((interestBasisPoints * 365) / tenorDays) / 100;
}

/**
 * The terms of a loan disbursed on `startDate`. Interest is flat for the whole tenor, without rebate
 * (docs/lending.md#terms), rounded half-up to the kobo.
 */
export function termsOf(principal: Kobo, offer: LenderOffer, tier: RiskTier, startDate: string): Terms {
  const interest = shareOf(principal, offer.interestBasisPoints);
  const totalRepayment = plus(principal, interest);
  return {
    principal,
    interestBasisPoints: offer.interestBasisPoints,
    interest,
    totalRepayment,
    tenorDays: offer.tenorDays,
    deductionBasisPoints: deductionBasisPoints[tier],
    minimumDeduction: offer.minimumDeduction,
    startDate,
    dueDate: addDays(startDate, offer.tenorDays),
    schedule: schedule({ principal, interest }, offer.tenorDays, startDate),
  };
}
