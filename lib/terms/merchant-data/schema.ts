import { z } from "zod";
import type { FieldError } from "@/lib/kernel/errors";
import { fromKobo, maxAmount, toKobo, withoutNoise } from "@/lib/kernel/money";
import { bool, foreignCurrencies, oneOf, text, textOrEmpty, timestampText } from "@/lib/kernel/validation";
import { businessTypes } from "@/lib/terms/merchants/business-kinds";
import { thirdPartyCustomerId } from "@/lib/terms/merchants/schema";
import { historyMonths, maxLengths, payoutFrequencies, violationSeverities } from "./constants";

const numeric = z.number("Must be a number");
const nonNegative = numeric.nonnegative("Must be a non-negative number");

/** Naira. The record contains averages, so more than two decimals are rounded half-up, not rejected. */
const averageAmount = numeric
  .overwrite(withoutNoise)
  .nonnegative("Must be a non-negative number")
  .max(maxAmount, `Must be at most ${maxAmount}`)
  .transform((naira) => fromKobo(toKobo(naira)));
const count = numeric
  .int("Must be a whole number")
  .nonnegative("Must be a non-negative number")
  .max(Number.MAX_SAFE_INTEGER, `Must be at most ${Number.MAX_SAFE_INTEGER}`);
const percent = nonNegative.max(100, "Must be at most 100");

/** Not as a Date: a stored record must come back from JSON as it went in. */
const instant = timestampText;

/** A group of fields; unknown ones are kept, but amounts are in naira, however deep. */
function group<Shape extends z.core.$ZodLooseShape>(shape: Shape) {
  return z.looseObject(shape, "Must be an object").superRefine((fields: object, context) => {
    for (const name in fields) {
      if (Object.hasOwn(shape, name)) continue;
      for (const { path, message } of foreignCurrencies({ [name]: Reflect.get(fields, name) })) {
        context.addIssue({ code: "custom", path, message });
      }
    }
  });
}

const merchantIdentity = group({
  merchantId: thirdPartyCustomerId,
  businessName: text(maxLengths.businessName),
  businessType: oneOf(businessTypes).optional(),
  marketplaceOnboardingDate: instant.optional(),
  verificationStatus: bool.optional(),
  location: textOrEmpty(maxLengths.location).optional(),
  // The contract says "string" and shows NG. Marketplaces send names as well as codes, and nothing is computed from it,
  // so either is accepted. 56 fits the longest English name.
  country: text(maxLengths.country).min(2, "Must be at least 2 characters"),
  category: textOrEmpty(maxLengths.category).optional(),
}).meta({ id: "MerchantIdentity" });

const salesPerformance = group({
  gmv30Days: averageAmount,
  gmv90Days: averageAmount,
  gmv180Days: averageAmount,
  avgMonthlySales: averageAmount,
  orderCount: count,
  avgOrderValue: averageAmount,
  salesGrowthRate: numeric.min(-100, "Must be at least -100"),
}).meta({ id: "SalesPerformance" });

const revenueConsistency = group({
  monthlySalesVariance: nonNegative.optional(),
  zeroSalesMonths: count.optional(),
  longestSalesStreak: count.optional(),
  revenueConcentration: percent.optional(),
}).meta({ id: "RevenueConsistency" });

const fulfillmentMetrics = group({
  fulfillmentRate: percent.optional(),
  cancellationRate: percent.optional(),
  refundRate: percent.optional(),
  refundAmount: averageAmount.optional(),
  disputeRate: percent.optional(),
  lateDeliveryRate: percent.optional(),
}).meta({ id: "FulfillmentMetrics" });

const payoutCashFlow = group({
  payoutFrequency: oneOf(payoutFrequencies).optional(),
  avgPayoutValue: averageAmount.optional(),
  failedPayouts: count.optional(),
  walletBalanceUsage: percent.optional(),
  settlementDelays: nonNegative.optional(),
}).meta({ id: "PayoutCashFlow" });

const platformDependency = group({
  topProductGmvPercentage: percent.optional(),
  topCustomerPercentage: percent.optional(),
}).meta({ id: "PlatformDependency" });

const behavioralRisk = group({
  accountSuspensions: count.optional(),
  policyViolationsSeverity: oneOf(violationSeverities).nullable().optional(),
  hasFraudFlags: bool.optional(),
  hasSuddenGmvSpikes: bool.optional(),
  hasLinkedAccounts: bool.optional(),
}).meta({ id: "BehavioralRisk" });

const historicalCredit = group({
  totalLoans: count.optional(),
  activeLoans: count.optional(),
  repaidLoans: count.optional(),
  defaultedLoans: count.optional(),
  latePayments: count.optional(),
  maxDaysPastDue: count.optional(),
  totalBorrowed: averageAmount.optional(),
  totalOutstanding: averageAmount.optional(),
  totalOverdue: averageAmount.optional(),
  lastLoanDate: instant.nullable().optional(),
}).meta({ id: "HistoricalCredit" });

const monthName = /^(19[7-9]|2[01]\d)\d-(0[1-9]|1[0-2])$/;

const monthOfSales = group({
  month: z.string("Must be a string").regex(monthName, "Must be a month, as YYYY-MM"),
  salesAmount: averageAmount,
  orderCount: count.optional(),
  refundAmount: averageAmount.optional(),
}).meta({ id: "MonthOfSales" });

const monthlySalesHistory = z
  .array(monthOfSales, "Must be a list")
  .length(historyMonths, `Must have exactly ${historyMonths} months`)
  .superRefine((months, context) => {
    months.forEach((entry, i) => {
      const before = months[i - 1];
      // Malformed months get here too; they have their own error.
      if (!before || !monthName.test(before.month) || !monthName.test(entry.month)) return;
      if (monthNumber(entry.month) !== monthNumber(before.month) + 1) {
        context.addIssue({ code: "custom", path: [i, "month"], message: "Months must be consecutive, oldest first" });
      }
    });
  });

const record = group({
  merchantIdentity,
  salesPerformance,
  revenueConsistency: revenueConsistency.optional(),
  fulfillmentMetrics: fulfillmentMetrics.optional(),
  payoutCashFlow: payoutCashFlow.optional(),
  platformDependency: platformDependency.optional(),
  behavioralRisk: behavioralRisk.optional(),
  historicalCredit: historicalCredit.optional(),
  monthlySalesHistory: monthlySalesHistory.optional(),
});

/** A record as the documents show it. */
export const sampleRecord = {
  merchantIdentity: {
    merchantId: "seller-1042",
    businessName: "Ada Foods",
    businessType: "REGISTERED_BUSINESS",
    marketplaceOnboardingDate: "2020-02-01T08:00:00Z",
    verificationStatus: true,
    location: "Lagos",
    country: "NG",
    category: "GROCERIES",
  },
  salesPerformance: {
    gmv30Days: 1800000,
    gmv90Days: 5400000,
    gmv180Days: 10800000,
    avgMonthlySales: 1800000,
    orderCount: 720,
    avgOrderValue: 15000,
    salesGrowthRate: 40,
  },
  revenueConsistency: { monthlySalesVariance: 8, zeroSalesMonths: 0, longestSalesStreak: 6, revenueConcentration: 21 },
  fulfillmentMetrics: {
    fulfillmentRate: 99,
    cancellationRate: 0.5,
    refundRate: 0.5,
    refundAmount: 9000,
    disputeRate: 0.2,
    lateDeliveryRate: 1,
  },
  payoutCashFlow: {
    payoutFrequency: "WEEKLY",
    avgPayoutValue: 450000,
    failedPayouts: 0,
    walletBalanceUsage: 30,
    settlementDelays: 0,
  },
  platformDependency: { topProductGmvPercentage: 17, topCustomerPercentage: 7 },
  behavioralRisk: {
    accountSuspensions: 0,
    policyViolationsSeverity: null,
    hasFraudFlags: false,
    hasSuddenGmvSpikes: false,
    hasLinkedAccounts: false,
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
  monthlySalesHistory: [
    { month: "2026-05", salesAmount: 1674000 },
    { month: "2026-06", salesAmount: 1746000 },
    { month: "2026-07", salesAmount: 1818000 },
    { month: "2026-08", salesAmount: 1782000 },
    { month: "2026-09", salesAmount: 1854000 },
    { month: "2026-10", salesAmount: 1926000 },
  ],
} satisfies z.input<typeof record>;

/** docs/scoring.md#merchant-data-record. Unknown fields are kept. `futureMonths` has the clock a schema lacks. */
export const merchantRecord = record.meta({ id: "MerchantRecord", sample: sampleRecord });
export type MerchantRecord = z.output<typeof merchantRecord>;

export type OptionalGroup = Exclude<keyof typeof merchantRecord.shape, "merchantIdentity" | "salesPerformance">;
/** A group, a field as `group.field`, or the refunds of a month as `monthlySalesHistory.YYYY-MM`. */
export type Part = OptionalGroup | `${OptionalGroup | "merchantIdentity"}.${string}`;
/** Which submission each part was taken from that a record left out. */
export type Carried = Partial<Record<Part, string>>;

/** The body of the embedded journey's sales-data: the same record, with the credit history. */
export const salesDataRecord = merchantRecord.safeExtend({ historicalCredit }).meta({ sample: sampleRecord });

/** Months since year 0 of a `YYYY-MM`, so that consecutive months differ by one. */
export function monthNumber(month: string): number {
  return Number(month.slice(0, 4)) * 12 + Number(month.slice(5, 7)) - 1;
}

/** The month of a moment on the same scale, in Lagos time (UTC+1 all year). */
export function monthNumberAt(moment: Date): number {
  const lagos = new Date(moment.getTime() + 3_600_000);
  return lagos.getUTCFullYear() * 12 + lagos.getUTCMonth();
}

/** The first moment of a month on that scale, in Lagos. */
export function monthBegins(month: number): Date {
  return new Date(Date.UTC(Math.floor(month / 12), month % 12) - 3_600_000);
}

/** Errors for the months of the history after the month of `asOf`, which itself has begun and is allowed. */
export function futureMonths(record: Pick<MerchantRecord, "monthlySalesHistory">, asOf: Date): FieldError[] {
  const current = monthNumberAt(asOf);
  return (record.monthlySalesHistory ?? []).flatMap(({ month }, i) =>
    monthNumber(month) > current
      ? [{ field: `monthlySalesHistory.${i}.month`, error: "Must not be in the future" }]
      : [],
  );
}
