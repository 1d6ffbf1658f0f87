import { expect, test } from "vitest";
import { kobo } from "@/lib/money";
import { goldenMerchants } from "@/test/factories/golden-merchants";
import { merchantRecord, recordMoment } from "@/test/factories/merchant-record";
import { limitsFor } from "./limits";
import { score } from "./score";
import { serializeScore } from "./serialize";

type Expected = {
  /** In the order of the breakdown: sales, consistency, fulfillment, payouts, stability, risk. */
  components: number[];
  total: number;
  tier: string;
  confidence: number;
  /** Assumed monthly sales in naira, like the cap and the monthly repayment. */
  assumed: number;
  cap: number;
  flags: string[];
  eligibility: { monthly: number; months: number; codes: string[] };
  firstReason: string;
};

/** What the model makes of each golden merchant, as the endpoint shows it. Changing a number here changes the model. */
const expected: Record<string, Expected> = {
  "perfect seller": {
    components: [30, 20, 15, 15, 10, 10],
    total: 100,
    tier: "A",
    confidence: 100,
    assumed: 6000000,
    cap: 12000000,
    flags: [],
    eligibility: {
      monthly: 1800000,
      months: 6,
      codes: ["SALES_SHARE"],
    },
    firstReason: "Sales growth 60%: +9 points",
  },
  "steady grocer": {
    components: [27.98, 19.91, 14.41, 13.52, 9.85, 9.55],
    total: 95.22,
    tier: "A",
    confidence: 100,
    assumed: 975000,
    cap: 1950000,
    flags: [],
    eligibility: {
      monthly: 292500,
      months: 6,
      codes: ["SALES_SHARE"],
    },
    firstReason: "Orders 120: +7.5 points",
  },
  "seasonal toy seller": {
    components: [21.52, 12.79, 14.41, 13.52, 9.85, 7.75],
    total: 79.84,
    tier: "B",
    confidence: 95,
    assumed: 550000,
    cap: 825000,
    flags: ["VOLATILE_SALES", "REVENUE_CONCENTRATION", "INCONSISTENT_SALES"],
    eligibility: {
      monthly: 165000,
      months: 6,
      codes: ["SALES_SHARE"],
    },
    firstReason: "Orders 80: +7.5 points",
  },
  "new seller without history": {
    components: [15.7, 5, 14.41, 13.52, 6.1, 7.75],
    total: 62.48,
    tier: "C",
    confidence: 68,
    assumed: 12500,
    cap: 8000,
    flags: ["NEW_ON_MARKETPLACE", "INCONSISTENT_SALES"],
    eligibility: {
      monthly: 3750,
      months: 0,
      codes: ["CONFIDENCE"],
    },
    firstReason: "Sales growth 0%: +5.4 points",
  },
  "fraud flag on a good merchant": {
    components: [27.98, 19.91, 14.41, 13.52, 9.85, 8.55],
    total: 94.22,
    tier: "E",
    confidence: 100,
    assumed: 975000,
    cap: 0,
    flags: ["FRAUD_FLAG"],
    eligibility: {
      monthly: 0,
      months: 6,
      codes: ["TIER_FORCED", "RISK_TIER"],
    },
    firstReason: "Fraud flags force tier E",
  },
  "critical violation on a good merchant": {
    components: [27.98, 19.91, 14.41, 13.52, 9.85, 0],
    total: 85.67,
    tier: "E",
    confidence: 100,
    assumed: 975000,
    cap: 0,
    flags: ["CRITICAL_POLICY_VIOLATION"],
    eligibility: {
      monthly: 0,
      months: 6,
      codes: ["TIER_FORCED", "RISK_TIER"],
    },
    firstReason: "A critical policy violation forces tier E",
  },
  "high violation and suspensions": {
    components: [27.98, 19.91, 14.41, 13.52, 9.85, 0],
    total: 85.67,
    tier: "D",
    confidence: 100,
    assumed: 975000,
    cap: 487000,
    flags: ["HIGH_POLICY_VIOLATION", "ACCOUNT_SUSPENDED_BEFORE"],
    eligibility: {
      monthly: 292500,
      months: 6,
      codes: ["SALES_SHARE"],
    },
    firstReason: "Account suspensions 2: tier D at best",
  },
  "heavily indebted": {
    components: [27.98, 19.91, 14.41, 13.52, 9.85, 7],
    total: 92.67,
    tier: "D",
    confidence: 100,
    assumed: 975000,
    cap: 0,
    flags: ["OVERDUE_DEBT", "LATE_LOAN_PAYMENTS", "HIGH_EXTERNAL_DEBT"],
    eligibility: {
      monthly: 0,
      months: 6,
      codes: ["EXTERNAL_DEBT"],
    },
    firstReason: "Credit overdue elsewhere ₦500,000: tier D at best",
  },
  "some debt elsewhere": {
    components: [27.98, 19.91, 14.41, 13.52, 9.85, 9.55],
    total: 95.22,
    tier: "A",
    confidence: 100,
    assumed: 975000,
    cap: 1349000,
    flags: [],
    eligibility: {
      monthly: 292500,
      months: 6,
      codes: ["SALES_SHARE", "DEBT_SUBTRACTED"],
    },
    firstReason: "Orders 120: +7.5 points",
  },
  "defaulted before": {
    components: [27.98, 19.91, 14.41, 13.52, 0, 0],
    total: 75.82,
    tier: "D",
    confidence: 100,
    assumed: 975000,
    cap: 487000,
    flags: ["PRIOR_DEFAULT"],
    eligibility: {
      monthly: 292500,
      months: 6,
      codes: ["SALES_SHARE"],
    },
    firstReason: "Loans defaulted on elsewhere 1: tier D at best",
  },
  "all zeros": {
    components: [8.4, 0, 0, 0, 7.9, 7.75],
    total: 24.05,
    tier: "E",
    confidence: 85,
    assumed: 0,
    cap: 0,
    flags: ["UNVERIFIED_MERCHANT", "NO_RECENT_SALES", "FEW_ORDERS", "LOW_FULFILLMENT_RATE", "INTERMITTENT_SALES"],
    eligibility: {
      monthly: 0,
      months: 6,
      codes: ["RISK_TIER", "NO_SALES"],
    },
    firstReason: "Nothing was sold in 180 days, so consistency, fulfillment and payouts earn nothing: -12.5 points",
  },
  "only required fields": {
    components: [27.98, 5, 3.75, 3.75, 2.5, 2.5],
    total: 45.48,
    tier: "D",
    confidence: 40,
    assumed: 500000,
    cap: 100000,
    flags: ["LOW_CONFIDENCE"],
    eligibility: {
      monthly: 150000,
      months: 0,
      codes: ["CONFIDENCE"],
    },
    firstReason: "Orders 120: +7.5 points",
  },
  "careless shipper": {
    components: [27.98, 19.91, 2.5, 13.52, 9.85, 9.55],
    total: 83.31,
    tier: "D",
    confidence: 90,
    assumed: 500000,
    cap: 225000,
    flags: [
      "LOW_FULFILLMENT_RATE",
      "HIGH_CANCELLATION_RATE",
      "HIGH_REFUND_RATE",
      "HIGH_DISPUTE_RATE",
      "LATE_DELIVERIES",
    ],
    eligibility: {
      monthly: 150000,
      months: 0,
      codes: ["CONFIDENCE"],
    },
    firstReason: "Fulfillment rate 50%: tier D at best",
  },
  "market trader with little": {
    components: [13.61, 9.45, 7.25, 7.6, 5.35, 7.75],
    total: 51.01,
    tier: "C",
    confidence: 91,
    assumed: 33333.33,
    cap: 33000,
    flags: [
      "UNVERIFIED_MERCHANT",
      "DECLINING_SALES",
      "VOLATILE_SALES",
      "REVENUE_CONCENTRATION",
      "LOW_FULFILLMENT_RATE",
      "HIGH_CANCELLATION_RATE",
      "HIGH_DISPUTE_RATE",
      "LATE_DELIVERIES",
      "SETTLEMENT_DELAYS",
      "CUSTOMER_CONCENTRATION",
    ],
    eligibility: {
      monthly: 9999.99,
      months: 6,
      codes: ["SALES_SHARE"],
    },
    firstReason: "Orders 15: +5.5 points",
  },
  "everything wrong": {
    components: [0, 0, 0, 0.8, 0, 0],
    total: 0.8,
    tier: "E",
    confidence: 85,
    assumed: 0,
    cap: 0,
    flags: [
      "CRITICAL_POLICY_VIOLATION",
      "FRAUD_FLAG",
      "ACCOUNT_SUSPENDED_BEFORE",
      "SUDDEN_GMV_SPIKES",
      "LINKED_ACCOUNTS",
      "PRIOR_DEFAULT",
      "OVERDUE_DEBT",
      "LATE_LOAN_PAYMENTS",
      "UNVERIFIED_MERCHANT",
      "NEW_ON_MARKETPLACE",
      "NO_RECENT_SALES",
      "FEW_ORDERS",
      "DECLINING_SALES",
      "VOLATILE_SALES",
      "MONTHS_WITHOUT_SALES",
      "REVENUE_CONCENTRATION",
      "LOW_FULFILLMENT_RATE",
      "HIGH_CANCELLATION_RATE",
      "HIGH_REFUND_RATE",
      "HIGH_DISPUTE_RATE",
      "LATE_DELIVERIES",
      "FAILED_PAYOUTS",
      "SETTLEMENT_DELAYS",
      "LOW_WALLET_BALANCE",
      "PRODUCT_CONCENTRATION",
      "CUSTOMER_CONCENTRATION",
      "HIGH_EXTERNAL_DEBT",
      "INCONSISTENT_SALES",
      "INTERMITTENT_SALES",
    ],
    eligibility: {
      monthly: 0,
      months: 6,
      codes: ["TIER_FORCED", "RISK_TIER", "NO_SALES", "DEBT_SUBTRACTED"],
    },
    firstReason: "Fraud flags force tier E",
  },
  "steady grocer whose history ended long ago": {
    components: [27.98, 19.91, 14.41, 13.52, 9.85, 9.55],
    total: 95.22,
    tier: "A",
    confidence: 90,
    assumed: 500000,
    cap: 0,
    flags: ["STALE_DATA"],
    eligibility: {
      monthly: 0,
      months: 0,
      codes: ["STALE_DATA"],
    },
    firstReason: "Orders 120: +7.5 points",
  },
};

const unlimited = { marketplaceMax: null, lenderMax: null };
const shown = (record: ReturnType<typeof merchantRecord>, maxima: Parameters<typeof limitsFor>[1] = unlimited) =>
  serializeScore(score({ record, asOf: recordMoment, limits: limitsFor(record, maxima) }), recordMoment);

test("every golden merchant has its expectation", () => {
  expect(Object.keys(expected)).toEqual(Object.keys(goldenMerchants));
});

test.each(Object.entries(goldenMerchants))("%s", (name, record) => {
  const { scoreBreakdown, loanEligibility, reasons, ...result } = shown(record);
  const actual: Expected = {
    components: Object.values(scoreBreakdown),
    total: result.totalScore,
    tier: result.riskTier,
    confidence: result.confidence,
    assumed: result.assumedMonthlySales ?? Number.NaN,
    cap: result.maxLendingCap,
    flags: result.riskFlags,
    eligibility: {
      monthly: loanEligibility?.maxMonthlyRepayment ?? Number.NaN,
      months: loanEligibility?.monthsAssessed ?? Number.NaN,
      codes: (loanEligibility?.reasons ?? []).map(({ code }) => code),
    },
    firstReason: reasons[0]?.message ?? "",
  };
  expect(actual).toEqual(expected[name]);
  expect(loanEligibility?.maxEligibleAmount).toBe(result.maxLendingCap);
  expect(loanEligibility?.eligible).toBe(result.maxLendingCap > 0);
});

test("a lender's limit bounds the cap of the steady grocer, in whole thousands", () => {
  const { maxLendingCap, loanEligibility } = shown(merchantRecord(), {
    marketplaceMax: kobo(150_000_000),
    lenderMax: kobo(50_050_000),
  });
  expect(maxLendingCap).toBe(500_000);
  expect(loanEligibility?.reasons.map(({ code }) => code)).toEqual(["LIMIT"]);
});
