import { describe, expect, test } from "vitest";
import type { RecordOverrides } from "@/lib/sandbox/fixtures/merchant-record.mjs";
import { merchantRecord, recordMoment } from "@/test/factories/merchant-record";
import { ceilingsOver, hasGraveRate } from "./ceilings";
import { limitsFor } from "./limits";
import { score } from "./score";

const of = (overrides: RecordOverrides) => {
  const record = merchantRecord(overrides);
  return score({ record, asOf: recordMoment, limits: limitsFor(record, { marketplaceMax: null, lenderMax: null }) });
};
const orders = (orderCount: number) => ({ salesPerformance: { orderCount } });

test("the record these tests change has no ceiling and is tier A", () => {
  expect(of({})).toMatchObject({ riskTier: "A" });
  expect(ceilingsOver(merchantRecord(), recordMoment)).toEqual([]);
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
    expect(
      ceilingsOver(merchantRecord({ ...orders(4), fulfillmentMetrics: { fulfillmentRate: 20 } }), recordMoment),
    ).toEqual([{ highest: "D", field: "fulfillmentMetrics.fulfillmentRate", missing: false }]);
  });

  test("is grave whether or not it counts yet", () => {
    const few = merchantRecord({ ...orders(1), fulfillmentMetrics: { disputeRate: 20 } });
    expect(hasGraveRate(few, recordMoment)).toBe(true);
    expect(ceilingsOver(few, recordMoment)).toEqual([]);
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
  expect(ceilingsOver(silent, recordMoment)).toEqual([]);
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
  expect(ceilingsOver(record, recordMoment)).toEqual([
    { highest: "D", field: "fulfillmentMetrics.refundRate", missing: false },
  ]);
});

test("an improvement that lifts a ceiling says what that brings", () => {
  const { improvements, maxLendingCap } = of({ historicalCredit: { totalOverdue: 1_000, totalOutstanding: 0 } });
  expect(maxLendingCap).toBeGreaterThan(0);
  expect(improvements[0]).toMatchObject({ field: "historicalCredit.totalOverdue", from: 1_000, to: 0 });
  expect(improvements[0]?.capIncrease).toBe(of({}).maxLendingCap - maxLendingCap);
});
