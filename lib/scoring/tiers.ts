import type { MerchantRecord } from "@/lib/merchant-data/schema";
import { type RiskTier, riskTiers, tierTerms } from "./constants";

/** What forces tier E whatever the score, as the field that does it; null when nothing does (docs/scoring.md#tiers). */
export function forcedToE({ behavioralRisk }: MerchantRecord): string | null {
  if (behavioralRisk?.hasFraudFlags === true) return "behavioralRisk.hasFraudFlags";
  if (behavioralRisk?.policyViolationsSeverity === "CRITICAL") return "behavioralRisk.policyViolationsSeverity";
  return null;
}

/** The tier of a total in hundredths of a point. */
export function tierOf(total: number): RiskTier {
  return riskTiers.find((tier) => total >= tierTerms[tier].from * 100) ?? "E";
}
