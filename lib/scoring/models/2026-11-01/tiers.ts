import type { MerchantRecord } from "@/lib/merchant-data/schema";
import { type RiskTier, riskTiers } from "@/lib/scoring/constants";
import { tierTerms } from "./constants";

/** The field that forces tier E whatever the score; null when none does. */
export function forcedToE({ behavioralRisk }: MerchantRecord): string | null {
  if (behavioralRisk?.hasFraudFlags === true) return "behavioralRisk.hasFraudFlags";
  if (behavioralRisk?.policyViolationsSeverity === "CRITICAL") return "behavioralRisk.policyViolationsSeverity";
  return null;
}

/** The tier of a total in hundredths of a point. */
export function tierOf(total: number): RiskTier {
  return riskTiers.find((tier) => total >= tierTerms[tier].from * 100) ?? "E";
}
