import type { Kobo } from "@/lib/money";
import type { RiskTier } from "@/lib/scoring/constants";

/** A lender with what it offers one tier for one tenor. */
export type LenderOffer = {
  lenderId: string;
  name: string;
  riskTier: RiskTier;
  tenorDays: number;
  interestBasisPoints: number;
  minimumPrincipal: Kobo;
  maximumPrincipal: Kobo;
  minimumDeduction: Kobo;
  /** A loan with more days past due than this has defaulted. */
  defaultAfterDays: number;
};
