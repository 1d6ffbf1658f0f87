import type { MerchantRecord } from "@/lib/terms/merchant-data/schema";
import { forcingTierE, type RiskTier, riskTiers, tierTerms } from "@/lib/terms/scoring/constants";
import type { Ceiling } from "./ceilings";
import { fieldPath, fieldValue } from "./fields";

const forcing = forcingTierE.map((one) => ({ ...one, path: fieldPath(one.field) }));

/** The field that forces tier E whatever the score; null when none does (docs/scoring.md#tiers). */
export function forcedToE(record: MerchantRecord): string | null {
  return forcing.find(({ path, value }) => fieldValue(record, path) === value)?.field ?? null;
}

export function tierOf(total: number): RiskTier {
  return riskTiers.find((tier) => total >= tierTerms[tier].from * 100) ?? "E";
}

export function tierUnder(ceilings: readonly Ceiling[], total: number): RiskTier {
  const [lowest] = ceilings;
  const tier = tierOf(total);
  return lowest && isAbove(tier, lowest.highest) ? lowest.highest : tier;
}

export function isAbove(tier: RiskTier, other: RiskTier): boolean {
  return riskTiers.indexOf(tier) < riskTiers.indexOf(other);
}
