import type { Anchors } from "./curve";

/** Changing any, but those of `rules.ts`, makes a new model (docs/scoring.md#model-version): raise `modelVersion`. */
export const modelVersion = "2026-11-26";

/** Risk tiers, best first. */
export const riskTiers = ["A", "B", "C", "D", "E"] as const;
export type RiskTier = (typeof riskTiers)[number];

/** The components of the score and their maximum points, 100 in total. */
export const componentPoints = {
  salesPerformance: 30,
  revenueConsistency: 20,
  fulfillmentOps: 15,
  payoutCashFlow: 15,
  stabilityTenure: 10,
  riskBehavior: 10,
} as const;
export type Component = keyof typeof componentPoints;
export const components = [
  "salesPerformance",
  "revenueConsistency",
  "fulfillmentOps",
  "payoutCashFlow",
  "stabilityTenure",
  "riskBehavior",
] as const satisfies readonly Component[];

/** A tier's minimum score, and the percent of assumed monthly sales it may borrow. */
export const tierTerms: Record<RiskTier, { from: number; eligiblePercentage: number }> = {
  A: { from: 80, eligiblePercentage: 200 },
  B: { from: 65, eligiblePercentage: 150 },
  C: { from: 50, eligiblePercentage: 100 },
  D: { from: 35, eligiblePercentage: 50 },
  E: { from: 0, eligiblePercentage: 0 },
};

/** What leaves tier E whatever the total: these values of these fields, gravest first. */
export const forcingTierE = [
  { field: "behavioralRisk.hasFraudFlags", value: true },
  { field: "behavioralRisk.policyViolationsSeverity", value: "CRITICAL" },
] as const;

/** Percent of a month's sales that all of a merchant's loans together may take. */
export const combinedShare = 30;
/** Months of the history that count as weak. */
export const weakMonths = 3;
/** A history has to end with one of this many last complete months. */
export const freshMonths = 2;
/** So many months without sales in a row, and nothing is lent. */
export const longestGap = 3;
/** Readings of monthly sales may differ by this many percent of the lowest before they are flagged. */
export const readingsTolerance = 25;
/** Caps are quoted in steps of this many naira. */
export const capStep = 1_000;
/** Why a cap can be below the smallest loan of whoever is in a tier that is lent to. */
export const capReasons = ["TOO_FEW_SALES", "EXTERNAL_DEBT", "INTERMITTENT_SALES", "LIMIT"] as const;
export type CapReason = (typeof capReasons)[number];
/** Score of a missing field, in percent of its points: less than nearly any value it could have. */
export const neutral = 25;

/** The most points a field can add to a component, and the share each value earns. */
export type Curve = { component: Component; points: number; anchors: Anchors };
const curve = (component: Component, points: number, anchors: Anchors): Curve => ({ component, points, anchors });

const monthOfSales: Anchors = { 0: 0, 25000: 35, 75000: 60, 150000: 75, 300000: 87, 600000: 95, 1500000: 100 };

/**
 * Points for the size of a business: a third of salesPerformance at most, because the cap grows with sales anyway. Both
 * count no more than the lowest reading of monthly sales, so that no single figure buys points.
 */
export const sizeCurves = {
  "salesPerformance.avgMonthlySales": curve("salesPerformance", 5, monthOfSales),
  "salesPerformance.gmv30Days": curve("salesPerformance", 3, monthOfSales),
} satisfies Record<string, Curve>;

/**
 * Amounts are naira, sized for merchants on a Nigerian marketplace: 50,000 a month is a side business, 300,000 a living,
 * 5 million a shop with staff. Flags count as 0 (false) and 1 (true), the onboarding date as months since then.
 */
export const curves = {
  "salesPerformance.orderCount": curve("salesPerformance", 10, { 0: 0, 4: 40, 10: 70, 20: 90, 40: 100 }),
  "salesPerformance.salesGrowthRate": curve("salesPerformance", 12, {
    "-100": 0,
    "-50": 15,
    "-20": 38,
    0: 70,
    25: 100,
  }),
  "revenueConsistency.monthlySalesVariance": curve("revenueConsistency", 7, {
    10: 100,
    25: 90,
    50: 75,
    100: 45,
    150: 20,
    225: 0,
  }),
  "revenueConsistency.zeroSalesMonths": curve("revenueConsistency", 5, { 0: 100, 1: 75, 2: 50, 3: 30, 4: 15, 6: 0 }),
  "revenueConsistency.longestSalesStreak": curve("revenueConsistency", 4, { 0: 0, 1: 20, 3: 55, 6: 100 }),
  "revenueConsistency.revenueConcentration": curve("revenueConsistency", 4, {
    20: 100,
    40: 75,
    60: 40,
    80: 15,
    100: 0,
  }),
  "fulfillmentMetrics.fulfillmentRate": curve("fulfillmentOps", 5, { 40: 0, 60: 20, 75: 45, 90: 78, 95: 92, 99: 100 }),
  "fulfillmentMetrics.cancellationRate": curve("fulfillmentOps", 2, { 1: 100, 5: 75, 10: 50, 25: 20, 50: 0 }),
  "fulfillmentMetrics.refundRate": curve("fulfillmentOps", 3, { 1: 100, 4: 80, 8: 50, 20: 15, 40: 0 }),
  "fulfillmentMetrics.disputeRate": curve("fulfillmentOps", 3, { 0.5: 100, 2: 80, 5: 50, 10: 25, 25: 10, 50: 0 }),
  "fulfillmentMetrics.lateDeliveryRate": curve("fulfillmentOps", 2, { 1: 100, 5: 80, 15: 50, 30: 20, 60: 0 }),
  "payoutCashFlow.failedPayouts": curve("payoutCashFlow", 5, { 0: 100, 1: 70, 3: 35, 6: 0 }),
  "payoutCashFlow.walletBalanceUsage": curve("payoutCashFlow", 3, { 30: 100, 50: 75, 80: 35, 100: 0 }),
  "payoutCashFlow.settlementDelays": curve("payoutCashFlow", 5, { 0: 100, 2: 75, 5: 45, 10: 15, 20: 0 }),
  "merchantIdentity.marketplaceOnboardingDate": curve("stabilityTenure", 4, {
    0: 0,
    3: 30,
    6: 50,
    12: 75,
    24: 95,
    36: 100,
  }),
  "merchantIdentity.verificationStatus": curve("stabilityTenure", 2, { 0: 0, 1: 100 }),
  "platformDependency.topProductGmvPercentage": curve("stabilityTenure", 2, {
    20: 100,
    40: 75,
    60: 45,
    80: 20,
    100: 0,
  }),
  "platformDependency.topCustomerPercentage": curve("stabilityTenure", 1, { 10: 100, 25: 75, 50: 35, 100: 0 }),
  "behavioralRisk.accountSuspensions": curve("riskBehavior", 2, { 0: 100, 1: 20, 2: 5, 3: 0 }),
  "behavioralRisk.hasFraudFlags": curve("riskBehavior", 1, { 0: 100, 1: 0 }),
  "behavioralRisk.hasSuddenGmvSpikes": curve("riskBehavior", 1, { 0: 100, 1: 0 }),
  "behavioralRisk.hasLinkedAccounts": curve("riskBehavior", 1, { 0: 100, 1: 0 }),
} satisfies Record<string, Curve>;
export type CurveField = keyof typeof curves;

/** Fields with a closed list of values: percent of the points for each; `none` stands for null. */
export const levels = {
  "payoutCashFlow.payoutFrequency": {
    component: "payoutCashFlow",
    points: 2,
    percent: { DAILY: 100, WEEKLY: 85, BIWEEKLY: 60, MONTHLY: 40 },
  },
  "merchantIdentity.businessType": {
    component: "stabilityTenure",
    points: 1,
    percent: {
      REGISTERED_BUSINESS: 100,
      LIMITED_LIABILITY_COMPANY: 100,
      PARTNERSHIP: 90,
      COOPERATIVE: 90,
      NGO: 80,
      SOLE_PROPRIETORSHIP: 75,
      UNREGISTERED: 20,
    },
  },
  "behavioralRisk.policyViolationsSeverity": {
    component: "riskBehavior",
    points: 2,
    percent: { none: 100, LOW: 65, MEDIUM: 20, HIGH: 0, CRITICAL: 0 },
  },
} as const;

/** `neutral` percent, raised or lowered by each field. A history of zeros is none, and scores like a missing one. */
export const creditConduct = {
  component: "riskBehavior",
  points: 3,
  adjustments: {
    repaidLoans: { 0: 0, 1: 45, 3: 75 },
    defaultedLoans: { 0: 0, 1: -60, 2: -100 },
    latePayments: { 0: 0, 1: -10, 5: -40 },
    maxDaysPastDue: { 0: 0, 7: -5, 30: -30, 90: -70 },
    totalOverdue: { 0: 0, 1000: -10, 500000: -50 },
  },
} as const satisfies { component: Component; points: number; adjustments: Record<string, Anchors> };

/**
 * What is so bad that no total outweighs it: from or below which value of a field, and the highest tier it leaves. One
 * entry is one cause, whichever of its fields shows it. A rate counts once it stands for `ceilingOrders` orders.
 */
export const ceilings = [
  {
    highest: "D",
    signs: [
      { field: "fulfillmentMetrics.refundRate", from: 30, rate: true },
      { field: "fulfillmentMetrics.disputeRate", from: 20, rate: true },
    ],
  },
  {
    highest: "D",
    signs: [
      { field: "fulfillmentMetrics.cancellationRate", from: 40, rate: true },
      { field: "fulfillmentMetrics.fulfillmentRate", below: 60, rate: true },
    ],
  },
  { highest: "D", signs: [{ field: "behavioralRisk.accountSuspensions", from: 2 }] },
  {
    highest: "D",
    signs: [
      { field: "historicalCredit.defaultedLoans", from: 1 },
      { field: "historicalCredit.totalOverdue", from: 0.01 },
    ],
  },
  { highest: "B", signs: [{ field: "behavioralRisk.hasLinkedAccounts", from: 1 }] },
] as const satisfies readonly { highest: RiskTier; signs: readonly Sign[] }[];
/** A value of a field that holds the tier down; of a `rate`, only if it stands for enough orders. */
export type Sign = { field: string; from?: number; below?: number; rate?: boolean };
/** The highest tier of a merchant of whom a rate of that table was never shared. */
export const highestWithoutRates: RiskTier = "C";
/** Fewer orders than this prove no rate. */
export const ceilingOrders = 3;

/** Confidence, 0 to 100: the base of any valid record, plus the shares of sufficient orders and each optional field. */
export const confidencePoints = {
  base: 30,
  orders: { 0: 0, 5: 3, 15: 6, 40: 10 },
  fields: {
    "merchantIdentity.businessType": 1,
    "merchantIdentity.marketplaceOnboardingDate": 3,
    "merchantIdentity.verificationStatus": 1,
    "revenueConsistency.monthlySalesVariance": 3,
    "revenueConsistency.zeroSalesMonths": 3,
    "revenueConsistency.longestSalesStreak": 2,
    "revenueConsistency.revenueConcentration": 2,
    "fulfillmentMetrics.fulfillmentRate": 3,
    "fulfillmentMetrics.cancellationRate": 1,
    "fulfillmentMetrics.refundRate": 2,
    "fulfillmentMetrics.disputeRate": 2,
    "fulfillmentMetrics.lateDeliveryRate": 2,
    "payoutCashFlow.payoutFrequency": 1,
    "payoutCashFlow.avgPayoutValue": 1,
    "payoutCashFlow.failedPayouts": 2,
    "payoutCashFlow.walletBalanceUsage": 2,
    "payoutCashFlow.settlementDelays": 2,
    "platformDependency.topProductGmvPercentage": 2,
    "platformDependency.topCustomerPercentage": 2,
    "behavioralRisk.accountSuspensions": 2,
    "behavioralRisk.policyViolationsSeverity": 2,
    "behavioralRisk.hasFraudFlags": 2,
    "behavioralRisk.hasSuddenGmvSpikes": 1,
    "behavioralRisk.hasLinkedAccounts": 1,
  },
  /** For at least one loan repaid: a credit history of zeros is none. */
  repaidLoans: 5,
  freshHistory: 10,
} as const;

/** Flags raised by one field: at or above `from`, or below `below`. A missing field raises none. */
export const flagRules = [
  { flag: "FRAUD_FLAG", field: "behavioralRisk.hasFraudFlags", from: 1 },
  { flag: "ACCOUNT_SUSPENDED_BEFORE", field: "behavioralRisk.accountSuspensions", from: 1 },
  { flag: "SUDDEN_GMV_SPIKES", field: "behavioralRisk.hasSuddenGmvSpikes", from: 1 },
  { flag: "LINKED_ACCOUNTS", field: "behavioralRisk.hasLinkedAccounts", from: 1 },
  { flag: "PRIOR_DEFAULT", field: "historicalCredit.defaultedLoans", from: 1 },
  { flag: "OVERDUE_DEBT", field: "historicalCredit.totalOverdue", from: 0.01 },
  { flag: "LATE_LOAN_PAYMENTS", field: "historicalCredit.latePayments", from: 3 },
  { flag: "UNVERIFIED_MERCHANT", field: "merchantIdentity.verificationStatus", below: 1 },
  { flag: "NEW_ON_MARKETPLACE", field: "merchantIdentity.marketplaceOnboardingDate", below: 3 },
  { flag: "NO_RECENT_SALES", field: "salesPerformance.gmv30Days", below: 0.01 },
  { flag: "FEW_ORDERS", field: "salesPerformance.orderCount", below: 5 },
  { flag: "DECLINING_SALES", field: "salesPerformance.salesGrowthRate", below: -30 },
  { flag: "VOLATILE_SALES", field: "revenueConsistency.monthlySalesVariance", from: 100 },
  { flag: "MONTHS_WITHOUT_SALES", field: "revenueConsistency.zeroSalesMonths", from: 3 },
  { flag: "REVENUE_CONCENTRATION", field: "revenueConsistency.revenueConcentration", from: 60 },
  { flag: "LOW_FULFILLMENT_RATE", field: "fulfillmentMetrics.fulfillmentRate", below: 80 },
  { flag: "HIGH_CANCELLATION_RATE", field: "fulfillmentMetrics.cancellationRate", from: 10 },
  { flag: "HIGH_REFUND_RATE", field: "fulfillmentMetrics.refundRate", from: 10 },
  { flag: "HIGH_DISPUTE_RATE", field: "fulfillmentMetrics.disputeRate", from: 5 },
  { flag: "LATE_DELIVERIES", field: "fulfillmentMetrics.lateDeliveryRate", from: 15 },
  { flag: "FAILED_PAYOUTS", field: "payoutCashFlow.failedPayouts", from: 3 },
  { flag: "SETTLEMENT_DELAYS", field: "payoutCashFlow.settlementDelays", from: 5 },
  { flag: "LOW_WALLET_BALANCE", field: "payoutCashFlow.walletBalanceUsage", from: 90 },
  { flag: "PRODUCT_CONCENTRATION", field: "platformDependency.topProductGmvPercentage", from: 80 },
  { flag: "CUSTOMER_CONCENTRATION", field: "platformDependency.topCustomerPercentage", from: 50 },
] as const;
/** Debt elsewhere of this many months of assumed sales or more is flagged. */
export const highDebtMonths = 1;
/** Confidence below this is flagged. */
export const lowConfidence = 60;

/** This many suspensions, or a violation of these severities, reduce riskBehavior to 0 (see `voidsOf`). */
export const graveSuspensions = 2;
export const graveSeverities: readonly string[] = ["HIGH", "CRITICAL"];

/** Most reasons in a result, half for and half against if there are enough of both. */
export const maxReasons = 6;
export const maxImprovements = 3;
