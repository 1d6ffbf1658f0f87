import { type MerchantRecord, monthNumber, monthNumberAt } from "@/lib/merchant-data/schema";
import { greatest, type Kobo, kobo, minus, shareOf, sumOf, toKobo, zero } from "@/lib/money";
import { type RiskTier, repaymentShare, staleAfterMonths, tierTerms, weakMonths } from "./constants";

/** What the monthly history says about repaying. */
export type History = {
  months: number;
  /** A conservative month of sales, net of refunds: half an average month, half an average weak one. */
  conservativeMonth: Kobo;
  /** The last month is too long ago to speak for today. */
  stale: boolean;
};

/** Reads `monthlySalesHistory`; null without one. More sales in any month never lower the conservative month. */
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

/** What a merchant of this tier can repay out of a conservative month, over the months the tier allows. */
export function repaymentCapacity({ conservativeMonth }: History, tier: RiskTier): Kobo {
  return kobo(monthlyCapacity(conservativeMonth) * tierTerms[tier].capacityMonths);
}

/** What of a month of sales may go to repayments. */
export function monthlyCapacity(month: Kobo): Kobo {
  return shareOf(month, repaymentShare * 100);
}
