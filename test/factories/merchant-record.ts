import type { MerchantRecord } from "@/lib/merchant-data/schema";

/** The moment the factory's records belong to: their history ends with the month before it. */
export const recordMoment = new Date("2026-07-15T12:00:00Z");

/** A record as a marketplace sends it; the same type as parsed, because parsing changes no type. */
export type WireRecord = MerchantRecord;

type Overrides = {
  [Group in keyof MerchantRecord]?: MerchantRecord[Group] extends infer Value
    ? Value extends readonly unknown[]
      ? Value
      : Partial<Value>
    : never;
};

/** Six months of sales in naira, oldest first, the last being the month before `asOf`. */
export function salesHistory(amounts: readonly number[], asOf: Date = recordMoment) {
  return amounts.map((salesAmount, i) => {
    const month = new Date(Date.UTC(asOf.getUTCFullYear(), asOf.getUTCMonth() - amounts.length + i, 1));
    return { month: month.toISOString().slice(0, 7), salesAmount };
  });
}

/**
 * Wire JSON of a good merchant: two and a half years on the marketplace, a million naira a month, steady, clean. Groups are
 * merged field by field, a list replaces the list, and undefined leaves a field or a group out.
 */
export function merchantRecord(overrides: Overrides = {}, asOf: Date = recordMoment): WireRecord {
  const good: WireRecord = {
    merchantIdentity: {
      merchantId: "shop-1",
      businessName: "Ada Provisions",
      businessType: "REGISTERED_BUSINESS",
      marketplaceOnboardingDate: "2024-01-10T09:00:00Z",
      verificationStatus: true,
      location: "Lagos",
      country: "NG",
      category: "GROCERIES",
    },
    salesPerformance: {
      gmv30Days: 1_050_000,
      gmv90Days: 3_100_000,
      gmv180Days: 6_000_000,
      avgMonthlySales: 1_000_000,
      orderCount: 120,
      avgOrderValue: 50_000,
      salesGrowthRate: 12.5,
    },
    revenueConsistency: {
      monthlySalesVariance: 12,
      zeroSalesMonths: 0,
      longestSalesStreak: 6,
      revenueConcentration: 18.5,
    },
    fulfillmentMetrics: {
      fulfillmentRate: 97.5,
      cancellationRate: 1.2,
      refundRate: 1.5,
      refundAmount: 90_000,
      disputeRate: 0.8,
      lateDeliveryRate: 3,
    },
    payoutCashFlow: {
      payoutFrequency: "WEEKLY",
      avgPayoutValue: 240_000,
      failedPayouts: 0,
      walletBalanceUsage: 45,
      settlementDelays: 1,
    },
    platformDependency: { topProductGmvPercentage: 22, topCustomerPercentage: 9 },
    behavioralRisk: {
      accountSuspensions: 0,
      policyViolationsSeverity: null,
      hasFraudFlags: false,
      hasSuddenGmvSpikes: false,
      hasLinkedAccounts: false,
    },
    historicalCredit: {
      totalLoans: 2,
      activeLoans: 0,
      repaidLoans: 2,
      defaultedLoans: 0,
      latePayments: 0,
      maxDaysPastDue: 0,
      totalBorrowed: 800_000,
      totalOutstanding: 0,
      totalOverdue: 0,
      lastLoanDate: "2025-11-03T10:00:00Z",
    },
    monthlySalesHistory: salesHistory([900_000, 950_000, 1_000_000, 1_050_000, 1_050_000, 1_050_000], asOf),
  };
  const merged: Record<string, unknown> = { ...good };
  for (const [group, value] of Object.entries(overrides)) {
    const before = merged[group];
    if (value === undefined || Array.isArray(value) || typeof before !== "object") merged[group] = value;
    else merged[group] = { ...before, ...value };
  }
  // Through JSON, so that what was set to undefined is absent, as on the wire.
  return JSON.parse(JSON.stringify(merged));
}
