import { day, later } from "@/lib/kernel/calendar";
import { historyMonths } from "@/lib/terms/merchant-data/constants";
import type { MerchantRecord } from "@/lib/terms/merchant-data/schema";
import type { Plan } from "./plan";
import { salesBetween } from "./sales";

/** The data record that the marketplace sends about a merchant, as of a moment. */
export function recordOf(plan: Plan, begin: Date, asOf: Date): MerchantRecord {
  const { ref, businessName, city, shelf, quality, age, joins } = plan;
  const poor = 1 - quality;
  const last = (days: number) => naira(salesBetween(plan, begin, later(asOf, -days * day), asOf));
  const months = historyOf(plan, begin, asOf);
  const amounts = months.map(({ salesAmount }) => salesAmount);
  const mean = amounts.reduce((sum, amount) => sum + amount, 0) / amounts.length;
  const [month, quarter, half] = [last(30), last(90), last(180)];
  const before = last(60) - month;
  const deviation = Math.sqrt(amounts.reduce((sum, amount) => sum + (amount - mean) ** 2, 0) / amounts.length);
  return {
    merchantIdentity: {
      merchantId: ref,
      businessName,
      businessType: "REGISTERED_BUSINESS",
      marketplaceOnboardingDate: later(begin, (joins - age * 30.4) * day).toISOString(),
      verificationStatus: quality > 0.1,
      location: city,
      country: "NG",
      category: shelf.category,
    },
    salesPerformance: {
      gmv30Days: month,
      gmv90Days: quarter,
      gmv180Days: half,
      avgMonthlySales: naira(mean),
      orderCount: Math.max(1, Math.round(half / shelf.order)),
      avgOrderValue: shelf.order,
      salesGrowthRate: percent((100 * (month - before)) / before),
    },
    revenueConsistency: {
      monthlySalesVariance: percent((100 * deviation) / mean),
      zeroSalesMonths: 0,
      longestSalesStreak: historyMonths,
      revenueConcentration: percent((100 * Math.max(...amounts)) / (mean * amounts.length)),
    },
    fulfillmentMetrics: {
      fulfillmentRate: percent(99 - 42 * poor),
      cancellationRate: percent(0.8 + 27 * poor),
      refundRate: percent(0.6 + 26 * poor),
      refundAmount: naira(month * (0.006 + 0.26 * poor)),
      disputeRate: percent(0.2 + 18 * poor),
      lateDeliveryRate: percent(1 + 50 * poor),
    },
    payoutCashFlow: {
      payoutFrequency: "WEEKLY",
      avgPayoutValue: naira(quarter / 13),
      failedPayouts: Math.floor(5 * poor),
      walletBalanceUsage: percent(28 + 68 * poor),
      settlementDelays: Math.floor(15 * poor),
    },
    platformDependency: {
      topProductGmvPercentage: percent(14 + 70 * poor),
      topCustomerPercentage: percent(4 + 60 * poor),
    },
    behavioralRisk: {
      accountSuspensions: poor > 0.9 ? 2 : poor > 0.6 ? 1 : 0,
      policyViolationsSeverity: poor > 0.9 ? "MEDIUM" : poor > 0.5 ? "LOW" : null,
      hasFraudFlags: poor === 1,
      hasSuddenGmvSpikes: poor > 0.55,
      hasLinkedAccounts: poor > 0.9,
    },
    monthlySalesHistory: months,
  };
}

/** The last complete months, oldest first. */
function historyOf(plan: Plan, begin: Date, asOf: Date) {
  return Array.from({ length: historyMonths }, (_, i) => {
    const startOf = (month: number) => new Date(Date.UTC(asOf.getUTCFullYear(), asOf.getUTCMonth() + month, 1));
    const from = startOf(i - historyMonths);
    const salesAmount = naira(salesBetween(plan, begin, from, startOf(i - historyMonths + 1)));
    return { month: from.toISOString().slice(0, 7), salesAmount };
  });
}

function naira(amount: number): number {
  return Math.round(amount / 10) * 10;
}

/** With two decimals; losses as they are. */
function percent(value: number): number {
  return Math.round(value * 100) / 100;
}
