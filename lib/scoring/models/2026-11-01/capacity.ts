import { type MerchantRecord, monthNumber, monthNumberAt } from "@/lib/merchant-data/schema";
import { greatest, type Kobo, kobo, minus, shareOf, sumOf, toKobo, zero } from "@/lib/money";
import type { RiskTier } from "@/lib/scoring/constants";
import { repaymentShare, staleAfterMonths, tierTerms, weakMonths } from "./constants";

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
export function repaymentCapacity({ conservativeMonth }: History, tier: RiskTier): Kobo {
  return kobo(monthlyCapacity(conservativeMonth) * tierTerms[tier].capacityMonths);
}

/** The part of a month's sales available for repayments. */
export function monthlyCapacity(month: Kobo): Kobo {
  return shareOf(month, repaymentShare * 100);
}
