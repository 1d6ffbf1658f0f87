import type { MerchantRecord } from "@/lib/merchant-data/schema";
import type { RiskTier } from "@/lib/scoring/constants";

/** How a seller of each tier does: sales a month in naira, swings, fulfilment, cash flow and years on the marketplace. */
type SellerProfile = {
  monthly: number;
  growth: number;
  swing: number;
  fulfilled: number;
  refunded: number;
  disputed: number;
  late: number;
  delay: number;
  suspensions: number;
  since: string;
};

const profiles: Record<RiskTier, SellerProfile> = {
  A: row(5_000_000, 40, 8, 99, 0.5, 0.2, 1, 0, 0, "2020-02-01"),
  B: row(350_000, 0, 75, 86, 8, 6, 13, 4, 0, "2024-11-01"),
  C: row(150_000, -15, 110, 74, 14, 11, 24, 7, 0, "2025-11-01"),
  D: row(80_000, -35, 140, 60, 22, 18, 34, 9, 1, "2026-04-01"),
  E: row(40_000, -60, 160, 45, 30, 25, 40, 12, 2, "2026-08-01"),
};

function row(
  ...[monthly, growth, swing, fulfilled, refunded, disputed, late, delay, suspensions, since]: [
    ...numbers: [number, number, number, number, number, number, number, number, number],
    since: string,
  ]
): SellerProfile {
  return { monthly, growth, swing, fulfilled, refunded, disputed, late, delay, suspensions, since };
}

/** A data record that scores into the tier: the test merchants' and nobody real's. */
export function recordOfTier(tier: RiskTier, merchantId: string, businessName: string): MerchantRecord {
  const profile = profiles[tier];
  const { monthly } = profile;
  const quiet = { A: 0, B: 0, C: 1, D: 3, E: 4 }[tier];
  return {
    merchantIdentity: {
      merchantId,
      businessName,
      businessType: "REGISTERED_BUSINESS",
      marketplaceOnboardingDate: `${profile.since}T08:00:00Z`,
      verificationStatus: tier !== "E",
      location: "Lagos",
      country: "NG",
      category: "GROCERIES",
    },
    salesPerformance: {
      gmv30Days: monthly,
      gmv90Days: monthly * 3,
      gmv180Days: monthly * 6,
      avgMonthlySales: monthly,
      orderCount: Math.round(monthly / 2_500),
      avgOrderValue: 15_000,
      salesGrowthRate: profile.growth,
    },
    revenueConsistency: {
      monthlySalesVariance: profile.swing,
      zeroSalesMonths: quiet,
      longestSalesStreak: 6 - quiet,
      revenueConcentration: Math.min(100, 17 + profile.swing / 2),
    },
    fulfillmentMetrics: {
      fulfillmentRate: profile.fulfilled,
      cancellationRate: profile.refunded,
      refundRate: profile.refunded,
      refundAmount: (monthly * profile.refunded) / 100,
      disputeRate: profile.disputed,
      lateDeliveryRate: profile.late,
    },
    payoutCashFlow: {
      payoutFrequency: "WEEKLY",
      avgPayoutValue: monthly / 4,
      failedPayouts: profile.suspensions,
      walletBalanceUsage: 30,
      settlementDelays: profile.delay,
    },
    platformDependency: {
      topProductGmvPercentage: 15 + profile.swing / 4,
      topCustomerPercentage: 5 + profile.swing / 4,
    },
    behavioralRisk: {
      accountSuspensions: profile.suspensions,
      policyViolationsSeverity: tier === "E" ? "MEDIUM" : null,
      hasFraudFlags: false,
      hasSuddenGmvSpikes: tier === "E",
      hasLinkedAccounts: tier === "E",
    },
    historicalCredit: {
      totalLoans: 0,
      activeLoans: 0,
      repaidLoans: 0,
      defaultedLoans: 0,
      latePayments: 0,
      maxDaysPastDue: 0,
      totalBorrowed: 0,
      totalOutstanding: 0,
      totalOverdue: 0,
      lastLoanDate: null,
    },
  };
}
