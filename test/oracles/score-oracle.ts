import type { MerchantRecord } from "@/lib/terms/merchant-data/schema";

/** Least first. */
const ascending = (amounts: readonly bigint[]) => [...amounts].sort((one, other) => (one < other ? -1 : 1));
const sum = (amounts: readonly bigint[]) => amounts.reduce((all, one) => all + one, 0n);
const inKobo = (naira: number) => BigInt(Math.round(naira * 100));

/**
 * Assumed monthly sales in kobo, computed from docs/scoring.md#assumed-monthly-sales alone, in 120ths of a kobo.
 * @param fresh whether the record's history counts
 */
export function assumedByHand({ salesPerformance, monthlySalesHistory }: MerchantRecord, fresh: boolean): bigint {
  const { avgMonthlySales, gmv90Days, gmv180Days } = salesPerformance;
  const [t = 0n] = ascending([120n * inKobo(avgMonthlySales), 40n * inKobo(gmv90Days), 20n * inKobo(gmv180Days)]);
  if (!monthlySalesHistory || !fresh) return (t * 2n) / 5n / 120n;
  const net = monthlySalesHistory.map(({ salesAmount, refundAmount = 0 }) => {
    const left = inKobo(salesAmount) - inKobo(refundAmount);
    return left > 0n ? left : 0n;
  });
  const earlier = net.slice(0, 5);
  const second = ascending(earlier)[3] ?? 0n;
  const newest = net[5] ?? 0n;
  const months = [...earlier, newest > second ? second : newest];
  const mean = 20n * sum(months);
  const weak = 40n * sum(ascending(months).slice(0, 3));
  const cautious = ((mean < t ? mean : t) + weak) / 2n;
  return (cautious < t ? cautious : t) / 120n;
}

const notAdverse = ["INCONSISTENT_SALES", "LOW_CONFIDENCE", "INTERMITTENT_SALES", "STALE_DATA"];

/** The fields that flags are about, by the groups in which silence counts. */
const flaggedFields: [keyof MerchantRecord, string[]][] = [
  ["revenueConsistency", ["monthlySalesVariance", "zeroSalesMonths", "revenueConcentration"]],
  ["fulfillmentMetrics", ["fulfillmentRate", "cancellationRate", "refundRate", "disputeRate", "lateDeliveryRate"]],
  ["payoutCashFlow", ["failedPayouts", "settlementDelays", "walletBalanceUsage"]],
  ["platformDependency", ["topProductGmvPercentage", "topCustomerPercentage"]],
  [
    "behavioralRisk",
    ["hasFraudFlags", "accountSuspensions", "hasSuddenGmvSpikes", "hasLinkedAccounts", "policyViolationsSeverity"],
  ],
];

/** Adverse signs of a record whose flags are these, counted from docs/scoring.md#ceilings alone. */
export function adverseByHand(record: MerchantRecord, riskFlags: readonly string[]): number {
  const silent = flaggedFields.map(([group, fields]) => {
    const shared = (record[group] ?? {}) as Record<string, unknown>;
    return Math.min(2, fields.filter((field) => !(field in shared) || shared[field] === undefined).length);
  });
  return riskFlags.filter((flag) => !notAdverse.includes(flag)).length + silent.reduce((all, one) => all + one, 0);
}
