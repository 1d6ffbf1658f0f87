import { salesHistory } from "@/lib/terms/fixtures/merchant-record.mjs";
import type { MerchantRecord } from "@/lib/terms/merchant-data/schema";
import { generator } from "./simulate";

/**
 * Fifty made-up sellers, the same each time: orders of six months with a size, a swing, a trend and gaps of their own, and the
 * record a marketplace would make of them. Many sell little and unevenly, as on any marketplace.
 * @param asOf the history ends with the month before
 */
export function sampleSellers(asOf: Date): MerchantRecord[] {
  const random = generator(20_261_126);
  return Array.from({ length: 50 }, (_, i) => seller(i + 1, random, asOf));
}

function seller(number: number, random: () => number, asOf: Date): MerchantRecord {
  const between = (least: number, most: number) => least + random() * (most - least);
  const orderValue = Math.round(10 ** between(4, 5.2));
  const usual = 10 ** between(0, 1.3);
  const [swing, growth, gaps] = [between(0.2, 1.6), between(-0.15, 0.3), random() < 0.4 ? 0.3 : 0.05];
  const orders = [1, 2, 3, 4, 5, 6].map((month) => {
    const drawn = usual * (1 + growth) ** (month - 3) * (1 + swing * between(-1, 1));
    return random() < gaps ? 0 : Math.max(0, Math.round(drawn));
  });
  const months = orders.map((count) => count * orderValue);
  const total = sumOf(months);
  const orderCount = sumOf(orders);
  const { salesGrowthRate, consistency } = figuresOf(months);
  const streaks = orders.map((_, i) => [...orders.slice(i), 0].indexOf(0));
  const clumsy = random() ** 3;
  const rate = (most: number) => cents(Math.min(100, clumsy * between(0.3, 1) * most));
  return {
    merchantIdentity: {
      merchantId: `sample-${number}`,
      businessName: `Sample seller ${number}`,
      businessType: random() < 0.5 ? "REGISTERED_BUSINESS" : "SOLE_PROPRIETORSHIP",
      marketplaceOnboardingDate: new Date(asOf.getTime() - between(200, 1_500) * 86_400_000).toISOString(),
      verificationStatus: random() < 0.95,
      country: "NG",
    },
    salesPerformance: {
      gmv30Days: months[5] ?? 0,
      gmv90Days: sumOf(months.slice(3)),
      gmv180Days: total,
      avgMonthlySales: cents(total / 6),
      orderCount,
      avgOrderValue: orderValue,
      salesGrowthRate,
    },
    revenueConsistency: {
      ...consistency,
      zeroSalesMonths: orders.filter((count) => count === 0).length,
      longestSalesStreak: Math.max(...streaks),
    },
    fulfillmentMetrics: {
      fulfillmentRate: cents(100 - rate(45)),
      cancellationRate: rate(30),
      refundRate: rate(30),
      disputeRate: rate(25),
      lateDeliveryRate: rate(50),
    },
    payoutCashFlow: {
      payoutFrequency: "WEEKLY",
      avgPayoutValue: cents(total / 6 / 4),
      failedPayouts: Math.floor(clumsy * 4),
      walletBalanceUsage: cents(between(20, 95)),
      settlementDelays: cents(clumsy * 8),
    },
    platformDependency: {
      topProductGmvPercentage: cents(between(15, 90)),
      topCustomerPercentage: cents(between(5, 40)),
    },
    behavioralRisk: {
      accountSuspensions: random() < 0.05 ? 1 : 0,
      policyViolationsSeverity: random() < 0.08 ? "LOW" : null,
      hasFraudFlags: false,
      hasSuddenGmvSpikes: random() < 0.15,
      hasLinkedAccounts: random() < 0.05,
    },
    historicalCredit: { totalLoans: 0, repaidLoans: 0, totalOutstanding: 0, totalOverdue: 0, lastLoanDate: null },
    monthlySalesHistory: salesHistory(months, asOf),
  };
}

const cents = (value: number) => Math.round(value * 100) / 100;
const sumOf = (amounts: readonly number[]) => amounts.reduce((sum, one) => sum + one, 0);

/** What a marketplace would say of the shape of six months of sales. */
export function figuresOf(months: readonly number[]) {
  const total = sumOf(months);
  const mean = total / months.length;
  const spread = Math.sqrt(sumOf(months.map((one) => (one - mean) ** 2)) / months.length);
  const [before, recent] = [sumOf(months.slice(0, 3)), sumOf(months.slice(3))];
  return {
    salesGrowthRate: before === 0 ? 0 : cents((recent / before - 1) * 100),
    consistency: {
      monthlySalesVariance: mean === 0 ? 0 : cents((spread / mean) * 100),
      revenueConcentration: total === 0 ? 0 : cents((Math.max(...months) / total) * 100),
    },
  };
}
