import type { Kobo } from "@/lib/kernel/money";
import type { RiskTier } from "@/lib/terms/scoring/constants";

/** A lender with its terms for one tier and tenor. Shares and rates in basis points. */
export type LenderProduct = {
  lenderId: string;
  name: string;
  riskTier: RiskTier;
  tenorDays: number;
  lowestDeductionBasisPoints: number;
  highestDeductionBasisPoints: number;
  /** Interest for each 30 days that the money is expected to be out. */
  rateBasisPoints: number;
  minimumPrincipal: Kobo;
  /** The lender's, or what its limits leave of that. */
  maximumPrincipal: Kobo;
  minimumDeduction: Kobo;
  /** A loan with more days past due than this is in default. */
  defaultAfterDays: number;
  /** Whether deductions go on as recovery after a write-off. */
  recoversFromSales: boolean;
};
