import type { Component, RiskTier } from "@/lib/terms/scoring/constants";
import type { Anchors } from "@/lib/terms/scoring/curve";

/** All numbers of the model of this version. Frozen: scores made with it are computed again from them. */
export const modelVersion = "2026-11-01";

/**
 * A tier's minimum score, the percent of average monthly sales it may borrow, and the months over which repayment
 * capacity counts. Months × `repaymentShare` is 1.2 times the percentage in every tier, so a steady history never
 * limits a merchant but an uneven one does.
 */
export const tierTerms: Record<RiskTier, { from: number; eligiblePercentage: number; capacityMonths: number }> = {
  A: { from: 80, eligiblePercentage: 200, capacityMonths: 12 },
  B: { from: 65, eligiblePercentage: 150, capacityMonths: 9 },
  C: { from: 50, eligiblePercentage: 100, capacityMonths: 6 },
  D: { from: 35, eligiblePercentage: 50, capacityMonths: 3 },
  E: { from: 0, eligiblePercentage: 0, capacityMonths: 0 },
};

/** Percent of a conservative month of sales available for repayments. */
export const repaymentShare = 20;
/** Months of the history that count as weak. */
export const weakMonths = 3;
/** A history whose last month is more than this many months ago no longer shows current sales. */
export const staleAfterMonths = 3;
/** Caps are quoted in steps of this many naira. */
export const capStep = 1_000;
/** Score of a missing field, in percent of its points. */
export const neutral = 50;

/** The most points a field can add to a component, and the share each value earns. */
export type Curve = { component: Component; points: number; anchors: Anchors };
const curve = (component: Component, points: number, anchors: Anchors): Curve => ({ component, points, anchors });

const monthOfSales: Anchors = { 0: 0, 50000: 15, 150000: 32, 300000: 50, 600000: 68, 1500000: 88, 5000000: 100 };
const quarterOfSales: Anchors = { 0: 0, 150000: 15, 450000: 32, 900000: 50, 1800000: 68, 4500000: 88, 15000000: 100 };
const halfYearOfSales: Anchors = { 0: 0, 300000: 15, 900000: 32, 1800000: 50, 3600000: 68, 9000000: 88, 30000000: 100 };

/**
 * Amounts are naira, sized for merchants on a Nigerian marketplace: 50,000 a month is a side business, 300,000 a living,
 * 5 million a shop with staff. Flags count as 0 (false) and 1 (true), the onboarding date as months since then.
 */
export const curves = {
  "salesPerformance.avgMonthlySales": curve("salesPerformance", 9, monthOfSales),
  "salesPerformance.gmv30Days": curve("salesPerformance", 5, monthOfSales),
  "salesPerformance.gmv90Days": curve("salesPerformance", 4, quarterOfSales),
  "salesPerformance.gmv180Days": curve("salesPerformance", 3, halfYearOfSales),
  "salesPerformance.orderCount": curve("salesPerformance", 5, { 0: 0, 5: 20, 15: 45, 40: 75, 120: 100 }),
  "salesPerformance.salesGrowthRate": curve("salesPerformance", 4, { "-100": 0, "-50": 20, 0: 60, 20: 85, 50: 100 }),
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
  "payoutCashFlow.avgPayoutValue": curve("payoutCashFlow", 2, {
    0: 0,
    20000: 30,
    100000: 65,
    500000: 90,
    2000000: 100,
  }),
  "payoutCashFlow.failedPayouts": curve("payoutCashFlow", 4, { 0: 100, 1: 70, 3: 35, 6: 0 }),
  "payoutCashFlow.walletBalanceUsage": curve("payoutCashFlow", 3, { 30: 100, 50: 75, 80: 35, 100: 0 }),
  "payoutCashFlow.settlementDelays": curve("payoutCashFlow", 4, { 0: 100, 2: 75, 5: 45, 10: 15, 20: 0 }),
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
  "behavioralRisk.accountSuspensions": curve("riskBehavior", 2, { 0: 100, 1: 40, 2: 15, 3: 0 }),
  "behavioralRisk.hasFraudFlags": curve("riskBehavior", 1, { 0: 100, 1: 0 }),
  "behavioralRisk.hasSuddenGmvSpikes": curve("riskBehavior", 1, { 0: 100, 1: 0 }),
  "behavioralRisk.hasLinkedAccounts": curve("riskBehavior", 1, { 0: 100, 1: 0 }),
} satisfies Record<string, Curve>;
export type CurveField = keyof typeof curves;

/** Fields with a curve that a merchant can improve within weeks, tried by `improvements`. */
export const improvableFields = [
  "revenueConsistency.monthlySalesVariance",
  "revenueConsistency.revenueConcentration",
  "fulfillmentMetrics.fulfillmentRate",
  "fulfillmentMetrics.cancellationRate",
  "fulfillmentMetrics.refundRate",
  "fulfillmentMetrics.disputeRate",
  "fulfillmentMetrics.lateDeliveryRate",
  "payoutCashFlow.failedPayouts",
  "payoutCashFlow.walletBalanceUsage",
  "payoutCashFlow.settlementDelays",
  "merchantIdentity.verificationStatus",
  "platformDependency.topProductGmvPercentage",
  "platformDependency.topCustomerPercentage",
] as const satisfies readonly CurveField[];

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
    percent: { none: 100, LOW: 70, MEDIUM: 30, HIGH: 0, CRITICAL: 0 },
  },
} as const;

/**
 * Conduct on credit elsewhere: `neutral` percent, raised or lowered by each field. A history of zeros scores like a
 * missing one.
 */
export const creditConduct = {
  component: "riskBehavior",
  points: 3,
  adjustments: {
    repaidLoans: { 0: 0, 1: 20, 3: 50 },
    defaultedLoans: { 0: 0, 1: -60, 2: -100 },
    latePayments: { 0: 0, 1: -10, 5: -40 },
    maxDaysPastDue: { 0: 0, 7: -5, 30: -30, 90: -70 },
    totalOverdue: { 0: 0, 1000: -10, 500000: -50 },
  },
} as const satisfies { component: Component; points: number; adjustments: Record<string, Anchors> };

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
  historicalCredit: 5,
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
/** Debt elsewhere of this many months of sales or more is flagged. */
export const highDebtMonths = 1;
/** Confidence below this is flagged. */
export const lowConfidence = 60;

/** This many suspensions, or a violation of these severities, reduce riskBehavior to 0 (see `voidsOf`). */
export const graveSuspensions = 2;
export const graveSeverities: readonly string[] = ["HIGH", "CRITICAL"];

/** Most reasons in a result, half for and half against if there are enough of both. */
export const maxReasons = 6;
export const maxImprovements = 3;
