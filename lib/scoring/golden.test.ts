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
  /** Naira, like the monthly repayment. */
  cap: number;
  flags: string[];
  /** Null without a history. */
  eligibility: { monthly: number; codes: string[] } | null;
  firstReason: string;
};

/** What the model makes of each golden merchant, as the endpoint shows it. Changing a number here changes the model. */
const expected: Record<string, Expected> = {
  "perfect seller": {
    components: [30, 20, 15, 15, 10, 10],
    total: 100,
    tier: "A",
    confidence: 100,
    cap: 12000000,
    flags: [],
    eligibility: { monthly: 1200000, codes: ["SALES_SHARE"] },
    firstReason: "Average monthly sales ₦6,000,000: +4.5 points",
  },
  "steady grocer": {
    components: [24.27, 19.91, 14.41, 13.12, 9.85, 9.55],
    total: 91.11,
    tier: "A",
    confidence: 100,
    cap: 2000000,
    flags: [],
    eligibility: { monthly: 195000, codes: ["SALES_SHARE"] },
    firstReason: "Monthly sales variance 12%: +3.41 points",
  },
  "seasonal toy seller": {
    components: [20.51, 12.79, 14.41, 13.12, 9.85, 8.5],
    total: 79.18,
    tier: "B",
    confidence: 100,
    cap: 990000,
    flags: ["VOLATILE_SALES", "REVENUE_CONCENTRATION"],
    eligibility: { monthly: 110000, codes: ["REPAYMENT_CAPACITY"] },
    firstReason: "Months without sales 0: +2.5 points",
  },
  "new seller without history": {
    components: [8.71, 10, 14.41, 12.24, 6.1, 8.5],
    total: 59.96,
    tier: "C",
    confidence: 68,
    cap: 102000,
    flags: ["NEW_ON_MARKETPLACE"],
    eligibility: null,
    firstReason: "Fulfillment rate 97.5%: +2.35 points",
  },
  "fraud flag on a good merchant": {
    components: [24.27, 19.91, 14.41, 13.12, 9.85, 8.55],
    total: 90.11,
    tier: "E",
    confidence: 100,
    cap: 0,
    flags: ["FRAUD_FLAG"],
    eligibility: { monthly: 0, codes: ["TIER_FORCED", "RISK_TIER"] },
    firstReason: "Fraud flags force tier E",
  },
  "critical violation on a good merchant": {
    components: [24.27, 19.91, 14.41, 13.12, 9.85, 0],
    total: 81.56,
    tier: "E",
    confidence: 100,
    cap: 0,
    flags: ["CRITICAL_POLICY_VIOLATION"],
    eligibility: { monthly: 0, codes: ["TIER_FORCED", "RISK_TIER"] },
    firstReason: "A critical policy violation forces tier E",
  },
  "high violation and suspensions": {
    components: [24.27, 19.91, 14.41, 13.12, 9.85, 0],
    total: 81.56,
    tier: "A",
    confidence: 100,
    cap: 2000000,
    flags: ["HIGH_POLICY_VIOLATION", "ACCOUNT_SUSPENDED_BEFORE"],
    eligibility: { monthly: 195000, codes: ["SALES_SHARE"] },
    firstReason: "There is a serious policy violation, so risk earns nothing: -5 points",
  },
  "heavily indebted": {
    components: [24.27, 19.91, 14.41, 13.12, 9.85, 7],
    total: 88.56,
    tier: "A",
    confidence: 100,
    cap: 0,
    flags: ["OVERDUE_DEBT", "LATE_LOAN_PAYMENTS", "HIGH_EXTERNAL_DEBT"],
    eligibility: { monthly: 0, codes: ["EXTERNAL_DEBT"] },
    firstReason: "Monthly sales variance 12%: +3.41 points",
  },
  "some debt elsewhere": {
    components: [24.27, 19.91, 14.41, 13.12, 9.85, 9.55],
    total: 91.11,
    tier: "A",
    confidence: 100,
    cap: 1399000,
    flags: [],
    eligibility: { monthly: 144958.33, codes: ["SALES_SHARE", "DEBT_SUBTRACTED"] },
    firstReason: "Monthly sales variance 12%: +3.41 points",
  },
  "defaulted before": {
    components: [24.27, 19.91, 14.41, 13.12, 0, 0],
    total: 71.71,
    tier: "B",
    confidence: 100,
    cap: 1500000,
    flags: ["PRIOR_DEFAULT"],
    eligibility: { monthly: 195000, codes: ["SALES_SHARE"] },
    firstReason: "A loan elsewhere was defaulted on, so risk and stability earn nothing: -10 points",
  },
  "all zeros": {
    components: [2.4, 0, 0, 0, 7.9, 8.5],
    total: 18.8,
    tier: "E",
    confidence: 90,
    cap: 0,
    flags: ["UNVERIFIED_MERCHANT", "NO_RECENT_SALES", "FEW_ORDERS", "LOW_FULFILLMENT_RATE"],
    eligibility: { monthly: 0, codes: ["RISK_TIER", "NO_SALES"] },
    firstReason: "Nothing was sold in 180 days, so consistency, fulfillment and payouts earn nothing: -25 points",
  },
  "only required fields": {
    components: [24.27, 10, 7.5, 7.5, 5, 5],
    total: 59.27,
    tier: "C",
    confidence: 40,
    cap: 400000,
    flags: ["LOW_CONFIDENCE"],
    eligibility: null,
    firstReason: "Orders 120: +2.5 points",
  },
  "careless shipper": {
    components: [24.27, 19.91, 2.5, 13.12, 9.85, 9.55],
    total: 79.2,
    tier: "B",
    confidence: 90,
    cap: 1350000,
    flags: [
      "LOW_FULFILLMENT_RATE",
      "HIGH_CANCELLATION_RATE",
      "HIGH_REFUND_RATE",
      "HIGH_DISPUTE_RATE",
      "LATE_DELIVERIES",
    ],
    eligibility: null,
    firstReason: "Monthly sales variance 12%: +3.41 points",
  },
  "market trader with little": {
    components: [6.2, 9.45, 7.25, 7.05, 5.35, 8.5],
    total: 43.8,
    tier: "D",
    confidence: 96,
    cap: 20000,
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
    eligibility: { monthly: 6666.67, codes: ["REPAYMENT_CAPACITY"] },
    firstReason: "Average monthly sales ₦50,000: -3.15 points",
  },
  "everything wrong": {
    components: [0, 0, 0, 0.8, 0, 0],
    total: 0.8,
    tier: "E",
    confidence: 90,
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
      "INCONSISTENT_SALES_FIGURES",
    ],
    eligibility: { monthly: 0, codes: ["TIER_FORCED", "RISK_TIER", "DEBT_SUBTRACTED"] },
    firstReason: "Fraud flags force tier E",
  },
  "steady grocer whose history ended long ago": {
    components: [24.27, 19.91, 14.41, 13.12, 9.85, 9.55],
    total: 91.11,
    tier: "A",
    confidence: 90,
    cap: 1800000,
    flags: ["STALE_SALES_HISTORY"],
    eligibility: { monthly: 200000, codes: ["CONFIDENCE", "STALE_HISTORY"] },
    firstReason: "Monthly sales variance 12%: +3.41 points",
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
    cap: result.maxLendingCap,
    flags: result.riskFlags,
    eligibility: loanEligibility && {
      monthly: loanEligibility.maxMonthlyRepayment,
      codes: loanEligibility.reasons.map(({ code }) => code),
    },
    firstReason: reasons[0]?.message ?? "",
  };
  expect(actual).toEqual(expected[name]);
  expect(loanEligibility?.maxEligibleAmount ?? result.maxLendingCap).toBe(result.maxLendingCap);
  expect(loanEligibility?.eligible ?? result.maxLendingCap > 0).toBe(result.maxLendingCap > 0);
});

test("a lender's limit bounds the cap of the steady grocer, in whole thousands", () => {
  const { maxLendingCap, loanEligibility } = shown(merchantRecord(), {
    marketplaceMax: kobo(150_000_000),
    lenderMax: kobo(50_050_000),
  });
  expect(maxLendingCap).toBe(500_000);
  expect(loanEligibility?.reasons.map(({ code }) => code)).toEqual(["LIMIT"]);
});
