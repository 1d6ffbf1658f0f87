import { floorToNaira, greatest, type Kobo, kobo, minus, zero } from "@/lib/kernel/money";
import { capStep, type RiskTier, tierTerms } from "@/lib/terms/scoring/constants";
import type { Limits } from "@/lib/terms/scoring/limits";

/** Why nothing is lent to a merchant, whatever its tier. */
export type Unlendable = "STALE_DATA" | "INTERMITTENT_SALES";
export type CapBound = "RISK_TIER" | Unlendable | "SALES_SHARE" | "CONFIDENCE" | "EXTERNAL_DEBT" | "LIMIT";

export type Cap = { amount: Kobo; boundBy: CapBound };

type CapInput = {
  tier: RiskTier;
  assumedMonthlySales: Kobo;
  /** 0 to 100, whole; null with a history, where it has no effect. */
  confidence: number | null;
  unlendable: Unlendable | null;
  limits: Limits;
};

/** docs/scoring.md#lending-cap. Rounded down to 1,000 naira, never negative. */
export function lendingCap({ tier, assumedMonthlySales, confidence, unlendable, limits }: CapInput): Cap {
  const { eligiblePercentage } = tierTerms[tier];
  if (eligiblePercentage === 0) return { amount: zero, boundBy: "RISK_TIER" };
  if (unlendable) return { amount: zero, boundBy: unlendable };
  let amount = percentOf(assumedMonthlySales, eligiblePercentage, confidence ?? 100);
  let boundBy: CapBound = confidence === null || confidence === 100 ? "SALES_SHARE" : "CONFIDENCE";
  if (limits.externalDebt >= amount && amount > 0) boundBy = "EXTERNAL_DEBT";
  amount = greatest(zero, minus(amount, limits.externalDebt));
  for (const limit of [limits.marketplaceMax, limits.lenderMax]) {
    if (limit !== null && limit < amount) [amount, boundBy] = [limit, "LIMIT"];
  }
  return { amount: floorToNaira(greatest(zero, amount), capStep), boundBy };
}

/** A percentage, or a percentage of a percentage, rounded down to the kobo and exact at the largest amounts. */
export function percentOf(amount: Kobo, percent: number, ofPercent = 100): Kobo {
  return kobo(Number((BigInt(amount) * BigInt(percent * ofPercent)) / 10_000n));
}
