import { floorToNaira, greatest, type Kobo, kobo, minus, shareOf, sumOf, toKobo, zero } from "@/lib/kernel/money";
import { type MerchantRecord, monthNumber, monthNumberAt } from "@/lib/terms/merchant-data/schema";
import type { RiskTier } from "@/lib/terms/scoring/constants";
import type { Limits } from "@/lib/terms/scoring/limits";
import { capStep, repaymentShare, staleAfterMonths, tierTerms, weakMonths } from "./constants";

export type CapBound = "RISK_TIER" | "SALES_SHARE" | "CONFIDENCE" | "REPAYMENT_CAPACITY" | "EXTERNAL_DEBT" | "LIMIT";

export type Cap = { amount: Kobo; boundBy: CapBound };

type CapInput = {
  tier: RiskTier;
  avgMonthlySales: Kobo;
  /** 0 to 100, whole. */
  confidence: number;
  history: History | null;
  limits: Limits;
};

/**
 * The maximum lending cap: the tier's share of average monthly sales, limited by
 * repayment capacity with a history, by share × confidence without, by the lower of both with a stale one; less debt
 * elsewhere, within the limits, rounded down to 1,000 naira, never negative.
 */
export function lendingCap({ tier, avgMonthlySales, confidence, history, limits }: CapInput): Cap {
  const share = shareOf(avgMonthlySales, tierTerms[tier].eligiblePercentage * 100);
  let amount = share;
  let boundBy: CapBound = tierTerms[tier].eligiblePercentage === 0 ? "RISK_TIER" : "SALES_SHARE";
  const lowerTo = (bound: Kobo, by: CapBound) => {
    if (bound < amount) [amount, boundBy] = [bound, by];
  };
  if (!history || history.stale) lowerTo(shareOf(share, confidence * 100), "CONFIDENCE");
  if (history) lowerTo(repaymentCapacity(history, tier), "REPAYMENT_CAPACITY");
  if (limits.externalDebt >= amount && amount > 0) boundBy = "EXTERNAL_DEBT";
  amount = greatest(zero, minus(amount, limits.externalDebt));
  for (const limit of [limits.marketplaceMax, limits.lenderMax]) if (limit !== null) lowerTo(limit, "LIMIT");
  return { amount: floorToNaira(greatest(zero, amount), capStep), boundBy };
}

/** Repayment capacity from the monthly history. */
export type History = {
  months: number;
  /** A conservative month of sales, net of refunds: the mean of an average month and an average weak one. */
  conservativeMonth: Kobo;
  /** The last month is too old to represent the present. */
  stale: boolean;
};

/** Null without a history. More sales in any month never lower the conservative month. */
export function readHistory({ monthlySalesHistory }: MerchantRecord, asOf: Date): History | null {
  const last = monthlySalesHistory?.at(-1);
  if (!monthlySalesHistory || !last) return null;
  const net = monthlySalesHistory.map(({ salesAmount, refundAmount = 0 }) =>
    greatest(zero, minus(toKobo(salesAmount), toKobo(refundAmount))),
  );
  const all = sumOf(net);
  const weak = sumOf(net.sort((a, b) => a - b).slice(0, weakMonths));
  // (all / months + weak / weakMonths) / 2 on a common denominator: exact, where doubles would overflow 2^53.
  const months = net.length;
  const numerator = BigInt(all) * BigInt(weakMonths) + BigInt(weak) * BigInt(months);
  return {
    months,
    conservativeMonth: kobo(Number(numerator / BigInt(2 * months * weakMonths))),
    stale: monthNumberAt(asOf) - monthNumber(last.month) > staleAfterMonths,
  };
}

/** The amount a merchant of this tier can repay from conservative months, over the months the tier allows. */
function repaymentCapacity({ conservativeMonth }: History, tier: RiskTier): Kobo {
  return kobo(monthlyCapacity(conservativeMonth) * tierTerms[tier].capacityMonths);
}

/** The part of a month's sales available for repayments. */
export function monthlyCapacity(month: Kobo): Kobo {
  return shareOf(month, repaymentShare * 100);
}
