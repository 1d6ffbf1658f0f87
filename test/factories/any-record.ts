import { fromKobo, kobo, maxAmount, zero } from "@/lib/kernel/money";
import { payoutFrequencies, violationSeverities } from "@/lib/terms/merchant-data/constants";
import type { MerchantRecord } from "@/lib/terms/merchant-data/schema";
import { businessTypes } from "@/lib/terms/merchants/business-kinds";
import type { Limits } from "@/lib/terms/scoring/limits";
import { fc } from "@/test/proof";
import { recordMoment, salesHistory } from "./merchant-record";

/** Naira: mostly the sizes that occur, sometimes nothing, sometimes the largest that fits. */
export const amounts = fc.oneof(
  { weight: 8, arbitrary: fc.integer({ min: 0, max: 600_000_000 }).map(kobo).map(fromKobo) },
  { weight: 1, arbitrary: fc.constantFrom(0, 0.01, maxAmount) },
  { weight: 1, arbitrary: fc.integer({ min: 0, max: 900_719_925_474_099 }).map(kobo).map(fromKobo) },
);
export const counts = fc.oneof(fc.nat(8), fc.nat(200), fc.constant(Number.MAX_SAFE_INTEGER));
export const percents = fc.oneof(fc.nat(100), fc.double({ min: 0, max: 100, noNaN: true }));
export const growthRates = fc.oneof(
  fc.integer({ min: -100, max: 300 }),
  fc.double({ min: -100, noNaN: true, max: 1e300 }),
);
export const unboundedRates = fc.oneof(fc.nat(250), fc.double({ min: 0, noNaN: true, max: 1e300 }));
export const moments = fc
  .date({ min: new Date("2015-01-01"), max: new Date("2027-01-01"), noInvalidDate: true })
  .map((date) => date.toISOString());

/** Six consecutive months that end up to ten months ago. */
const histories = fc
  .tuple(
    fc.array(amounts, { minLength: 6, maxLength: 6 }),
    fc.nat(10),
    fc.array(fc.option(amounts), { minLength: 6, maxLength: 6 }),
  )
  .map(([sales, age, refunds]) =>
    salesHistory(sales, new Date(Date.UTC(2026, 6 - age, 15))).map((month, i) => {
      const refundAmount = refunds[i];
      return refundAmount === null || refundAmount === undefined ? month : { ...month, refundAmount };
    }),
  );

const some = { requiredKeys: [] as [] };

/** Any record that the schema accepts, as it comes out of it; groups and fields are missing now and then. */
export const records: fc.Arbitrary<MerchantRecord> = fc.record(
  {
    merchantIdentity: fc.record(
      {
        merchantId: fc.constant("shop-1"),
        businessName: fc.constant("Shop"),
        country: fc.constant("NG"),
        businessType: fc.constantFrom(...businessTypes),
        marketplaceOnboardingDate: moments,
        verificationStatus: fc.boolean(),
      },
      { requiredKeys: ["merchantId", "businessName", "country"] },
    ),
    salesPerformance: fc.record({
      gmv30Days: amounts,
      gmv90Days: amounts,
      gmv180Days: amounts,
      avgMonthlySales: amounts,
      orderCount: counts,
      avgOrderValue: amounts,
      salesGrowthRate: growthRates,
    }),
    revenueConsistency: fc.record(
      {
        monthlySalesVariance: unboundedRates,
        zeroSalesMonths: counts,
        longestSalesStreak: counts,
        revenueConcentration: percents,
      },
      some,
    ),
    fulfillmentMetrics: fc.record(
      {
        fulfillmentRate: percents,
        cancellationRate: percents,
        refundRate: percents,
        refundAmount: amounts,
        disputeRate: percents,
        lateDeliveryRate: percents,
      },
      some,
    ),
    payoutCashFlow: fc.record(
      {
        payoutFrequency: fc.constantFrom(...payoutFrequencies),
        avgPayoutValue: amounts,
        failedPayouts: counts,
        walletBalanceUsage: percents,
        settlementDelays: unboundedRates,
      },
      some,
    ),
    platformDependency: fc.record({ topProductGmvPercentage: percents, topCustomerPercentage: percents }, some),
    behavioralRisk: fc.record(
      {
        accountSuspensions: counts,
        policyViolationsSeverity: fc.constantFrom(null, null, null, ...violationSeverities),
        hasFraudFlags: fc.constantFrom(false, false, false, true),
        hasSuddenGmvSpikes: fc.boolean(),
        hasLinkedAccounts: fc.boolean(),
      },
      some,
    ),
    historicalCredit: fc.record(
      {
        totalLoans: counts,
        activeLoans: counts,
        repaidLoans: counts,
        defaultedLoans: counts,
        latePayments: counts,
        maxDaysPastDue: counts,
        totalBorrowed: amounts,
        totalOutstanding: amounts,
        totalOverdue: amounts,
        lastLoanDate: fc.option(moments),
      },
      some,
    ),
    monthlySalesHistory: histories,
  },
  { requiredKeys: ["merchantIdentity", "salesPerformance"] },
);

/** Limits in kobo; a limit is missing half of the time. */
export const limits: fc.Arbitrary<Limits> = fc.record({
  externalDebt: fc.oneof(fc.constant(zero), fc.nat(100_000_000).map(kobo)),
  marketplaceMax: fc.option(fc.nat(1_000_000_000).map(kobo), { freq: 1 }),
  lenderMax: fc.option(fc.nat(1_000_000_000).map(kobo), { freq: 1 }),
});

/** Everything a score depends on. */
export const subjects = fc.record({ record: records, asOf: fc.constant(recordMoment), limits });
