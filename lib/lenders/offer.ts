import type { RiskTier } from "@/lib/scoring/constants";

/** A lender with what it offers one tier for one tenor. Money in kobo. */
export type LenderOffer = {
  lenderId: string;
  name: string;
  riskTier: RiskTier;
  tenorDays: number;
  interestBasisPoints: number;
  minimumPrincipal: number;
  maximumPrincipal: number;
  minimumDeduction: number;
  /** A loan with more days past due than this has defaulted. */
  defaultAfterDays: number;
};
