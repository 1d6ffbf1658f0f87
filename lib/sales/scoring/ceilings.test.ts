import { describe, expect, test } from "vitest";
import type { RecordOverrides } from "@/lib/terms/fixtures/merchant-record.mjs";
import type { MerchantRecord } from "@/lib/terms/merchant-data/schema";
import { limitsFor } from "@/lib/terms/scoring/limits";
import { merchantRecord, recordMoment, salesHistory } from "@/test/factories/merchant-record";
import { assess } from "./assess";
import { hasGraveRate } from "./ceilings";
import { score } from "./score";

const of = (overrides: RecordOverrides) => {
  const record = merchantRecord(overrides);
  return score({ record, asOf: recordMoment, limits: limitsFor(record, unlimited) });
};
const unlimited = { marketplaceMax: null, lenderMax: null };
const ceilingsOf = (record: MerchantRecord) =>
  assess({ record, asOf: recordMoment, limits: limitsFor(record, unlimited) }).ceilings;
const orders = (orderCount: number) => ({ salesPerformance: { orderCount } });

test("the record these tests change has no ceiling and is tier A", () => {
  expect(of({})).toMatchObject({ riskTier: "A" });
  expect(ceilingsOf(merchantRecord())).toEqual([]);
});

describe("hold the tier at D", () => {
  test.each<[string, RecordOverrides, RecordOverrides]>([
    ["refunds", { fulfillmentMetrics: { refundRate: 30 } }, { fulfillmentMetrics: { refundRate: 29.99 } }],
    ["disputes", { fulfillmentMetrics: { disputeRate: 20 } }, { fulfillmentMetrics: { disputeRate: 19.99 } }],
    [
      "cancellations",
      { fulfillmentMetrics: { cancellationRate: 40 } },
      { fulfillmentMetrics: { cancellationRate: 39 } },
    ],
    ["fulfilment", { fulfillmentMetrics: { fulfillmentRate: 59.99 } }, { fulfillmentMetrics: { fulfillmentRate: 60 } }],
    ["two suspensions", { behavioralRisk: { accountSuspensions: 2 } }, { behavioralRisk: { accountSuspensions: 1 } }],
    ["a default elsewhere", { historicalCredit: { defaultedLoans: 1 } }, { historicalCredit: { defaultedLoans: 0 } }],
    ["overdue debt", { historicalCredit: { totalOverdue: 0.01 } }, { historicalCredit: { totalOverdue: 0 } }],
  ])("%s", (_, bad, better) => {
    const held = of(bad);
    expect(held).toMatchObject({ riskTier: "D", eligiblePercentage: 50 });
    expect(held.totalScore).toBeGreaterThanOrEqual(65);
    expect(held.reasons[0]?.message).toMatch(/: tier D at best$/);
    expect(["A", "B"]).toContain(of(better).riskTier);
  });

  test("but never above what the points give", () => {
    const poor = of({
      salesPerformance: {
        orderCount: 2,
        salesGrowthRate: -100,
        avgMonthlySales: 0,
        gmv180Days: 0,
        gmv90Days: 0,
        gmv30Days: 0,
      },
      behavioralRisk: { accountSuspensions: 3 },
    });
    expect(poor.riskTier).toBe("E");
    expect(poor.reasons[0]?.message).not.toMatch(/at best/);
  });
});

test("linked accounts leave tier B", () => {
  expect(of({ behavioralRisk: { hasLinkedAccounts: true } })).toMatchObject({
    riskTier: "B",
    reasons: expect.arrayContaining([expect.objectContaining({ message: "Linked accounts yes: tier B at best" })]),
  });
});

describe("a rate", () => {
  test("counts from three orders it stands for", () => {
    // 20% of 15 orders are 3, of 14 they are not.
    expect(of({ ...orders(15), fulfillmentMetrics: { disputeRate: 20 } }).riskTier).toBe("D");
    expect(of({ ...orders(14), fulfillmentMetrics: { disputeRate: 20 } }).riskTier).not.toBe("D");
  });

  test("of fulfilment counts by the orders not fulfilled", () => {
    expect(of({ ...orders(6), fulfillmentMetrics: { fulfillmentRate: 50 } }).riskTier).toBe("D");
    expect(of({ ...orders(5), fulfillmentMetrics: { fulfillmentRate: 50 } }).riskTier).not.toBe("D");
    // 80% of 4 orders were not fulfilled, which are more than three.
    expect(ceilingsOf(merchantRecord({ ...orders(4), fulfillmentMetrics: { fulfillmentRate: 20 } }))).toEqual([
      { highest: "D", field: "fulfillmentMetrics.fulfillmentRate", missing: false },
    ]);
  });

  test("is grave whether or not it counts yet", () => {
    const few = merchantRecord({ ...orders(1), fulfillmentMetrics: { disputeRate: 20 } });
    expect(hasGraveRate(few, recordMoment)).toBe(true);
    expect(ceilingsOf(few)).toEqual([]);
    expect(hasGraveRate(merchantRecord(), recordMoment)).toBe(false);
  });

  test.each(["refundRate", "disputeRate", "cancellationRate", "fulfillmentRate"])(
    "never shared leaves tier C at best: %s",
    (field) => {
      const { riskTier, reasons, recommendations } = of({ fulfillmentMetrics: { [field]: undefined } });
      expect(riskTier).toBe("C");
      expect(reasons[0]).toMatchObject({ field: `fulfillmentMetrics.${field}` });
      expect(reasons[0]?.message).toMatch(/ was never shared: tier C at best$/);
      expect(recommendations).toContain("without it tier C is the best there is.");
    },
  );
});

test("nothing but a rate has to be shared", () => {
  const silent = merchantRecord({
    behavioralRisk: { accountSuspensions: undefined, hasLinkedAccounts: undefined },
    historicalCredit: undefined,
  });
  expect(ceilingsOf(silent)).toEqual([]);
});

describe("adverse signs", () => {
  /** Flags of fields that have no ceiling of their own, and cost few points. */
  const signs: [group: keyof RecordOverrides, field: string, value: unknown][] = [
    ["behavioralRisk", "hasSuddenGmvSpikes", true],
    ["platformDependency", "topCustomerPercentage", 50],
    ["platformDependency", "topProductGmvPercentage", 80],
    ["payoutCashFlow", "walletBalanceUsage", 90],
    ["merchantIdentity", "verificationStatus", false],
    ["fulfillmentMetrics", "lateDeliveryRate", 15],
    ["behavioralRisk", "policyViolationsSeverity", "LOW"],
    ["payoutCashFlow", "failedPayouts", 3],
  ];
  const withSigns = (count: number, unsaid = false) => {
    const record: Record<string, Record<string, unknown>> = {};
    for (const [group, field, value] of signs.slice(0, count)) {
      record[group] = { ...record[group], [field]: unsaid && group !== "merchantIdentity" ? undefined : value };
    }
    return of(record as RecordOverrides);
  };

  test("six leave tier C, eight tier D", () => {
    expect(withSigns(8).riskFlags).toHaveLength(8);
    expect([5, 6, 7, 8].map((count) => withSigns(count).riskTier)).toEqual(["A", "C", "C", "D"]);
    expect(withSigns(6).reasons[0]).toMatchObject({ field: "riskFlags", message: "6 risk flags: tier C at best" });
  });

  test("flagged fields never shared count, too, at most two of a group", () => {
    expect(withSigns(5, true).riskTier).not.toBe("C");
    expect(withSigns(6, true)).toMatchObject({ riskTier: "C" });
    expect(withSigns(6, true).reasons[0]?.message).toBe("1 risk flag and 5 fields never shared: tier C at best");
    expect(withSigns(8, true).riskTier).toBe("D");
    const silent = { revenueConsistency: undefined, payoutCashFlow: undefined };
    expect(ceilingsOf(merchantRecord(silent))).toEqual([]);
    expect(ceilingsOf(merchantRecord({ ...silent, platformDependency: undefined }))).toMatchObject([
      { highest: "C", adverse: { flags: [], silent: 6 } },
    ]);
  });

  test("contradicting, old or interrupted data and little of it are none", () => {
    const { adverse } = assess({
      record: merchantRecord({
        salesPerformance: { avgMonthlySales: 1e9 },
        monthlySalesHistory: salesHistory([1, 0, 0, 0, 1, 1], new Date("2025-05-15")),
      }),
      asOf: recordMoment,
      limits: limitsFor(merchantRecord(), unlimited),
    });
    expect(adverse).toEqual({ flags: [], silent: 0 });
  });

  test("an improvement that takes a flag back lifts their ceiling", () => {
    const { improvements, maxLendingCap } = withSigns(6);
    expect(improvements[0]?.capIncrease).toBe(withSigns(5).maxLendingCap - maxLendingCap);
  });
});

test("of several ceilings the lowest holds, and all are told, lowest first", () => {
  const { riskTier, reasons } = of({
    fulfillmentMetrics: { refundRate: 50, disputeRate: undefined },
    behavioralRisk: { hasLinkedAccounts: true },
  });
  expect(riskTier).toBe("D");
  expect(reasons.slice(0, 3).map(({ message }) => message)).toEqual([
    "Refund rate 50%: tier D at best",
    "Dispute rate was never shared: tier C at best",
    "Linked accounts yes: tier B at best",
  ]);
});

test("two signs of one cause are one ceiling", () => {
  const record = merchantRecord({ fulfillmentMetrics: { refundRate: 50, disputeRate: 50 } });
  expect(ceilingsOf(record)).toEqual([{ highest: "D", field: "fulfillmentMetrics.refundRate", missing: false }]);
});

test("an improvement that lifts a ceiling says what that brings", () => {
  const { improvements, maxLendingCap } = of({ historicalCredit: { totalOverdue: 1_000, totalOutstanding: 0 } });
  expect(maxLendingCap).toBeGreaterThan(0);
  expect(improvements[0]).toMatchObject({ field: "historicalCredit.totalOverdue", from: 1_000, to: 0 });
  expect(improvements[0]?.capIncrease).toBe(of({}).maxLendingCap - maxLendingCap);
});
