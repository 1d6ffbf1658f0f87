import type { Kobo } from "@/lib/money";
import type { RiskTier } from "@/lib/scoring/constants";

/** A lender with its terms for one tier and tenor. */
export type LenderProduct = {
  lenderId: string;
  name: string;
  riskTier: RiskTier;
  tenorDays: number;
  interestBasisPoints: number;
  minimumPrincipal: Kobo;
  maximumPrincipal: Kobo;
  minimumDeduction: Kobo;
  /** A loan with more days past due than this is in default. */
  defaultAfterDays: number;
};
