import { describe, expect, test } from "vitest";
import { merchantRecord as schema } from "@/lib/terms/merchant-data/schema";
import {
  componentPoints,
  components,
  creditConduct,
  curves,
  highestWithoutRates,
  levels,
  maxImprovements,
  maxReasons,
  modelVersion,
  riskTiers,
  sizeCurves,
  tierTerms,
} from "@/lib/terms/scoring/constants";
import { limitsFor } from "@/lib/terms/scoring/limits";
import { subjects } from "@/test/factories/any-record";
import { merchantRecord, recordMoment } from "@/test/factories/merchant-record";
import { adverseByHand, assumedByHand } from "@/test/oracles/score-oracle";
import { fc } from "@/test/proof";
import { score } from "./score";
import { tierOf } from "./tiers";

const hundredths = (points: number) => Math.round(points * 100);

const complete = merchantRecord();
const of = (record: typeof complete) =>
  score({ record, asOf: recordMoment, limits: limitsFor(record, { marketplaceMax: null, lenderMax: null }) });

describe("any record", () => {
  test("what the tests make up is what the schema lets through", () => {
    fc.assert(
      fc.property(subjects, ({ record }) => {
        expect(schema.safeParse(record).data).toEqual(record);
      }),
    );
  });

  test("stays within its bounds", () => {
    fc.assert(
      fc.property(subjects, (subject) => {
        const result = score(subject);
        expect(result.totalScore).toBeGreaterThanOrEqual(0);
        expect(result.totalScore).toBeLessThanOrEqual(100);
        for (const name of components) {
          expect(result.scoreBreakdown[name]).toBeGreaterThanOrEqual(0);
          expect(result.scoreBreakdown[name]).toBeLessThanOrEqual(componentPoints[name]);
        }
        expect(Number.isInteger(result.confidence)).toBe(true);
        expect(result.confidence).toBeGreaterThanOrEqual(30);
        expect(result.confidence).toBeLessThanOrEqual(100);
        expect(result.reasons.length).toBeLessThanOrEqual(maxReasons);
        expect(result.improvements.length).toBeLessThanOrEqual(maxImprovements);
        for (const flag of result.riskFlags) expect(flag).toMatch(/^[A-Z]+(_[A-Z]+)*$/);
        expect(new Set(result.riskFlags).size).toBe(result.riskFlags.length);
        expect(result.recommendations).not.toBe("");
        expect(result.lendingImplication).not.toBe("");
      }),
    );
  });

  test("components add up to the total, which has at most two decimals", () => {
    fc.assert(
      fc.property(subjects, (subject) => {
        const { totalScore, scoreBreakdown } = score(subject);
        const sum = components.reduce((total, name) => total + hundredths(scoreBreakdown[name]), 0);
        expect(sum).toBe(hundredths(totalScore));
        expect(totalScore).toBe(sum / 100);
        for (const name of components) expect(scoreBreakdown[name]).toBe(hundredths(scoreBreakdown[name]) / 100);
      }),
    );
  });

  test("gives the same result again, also from a stored copy of its input", () => {
    fc.assert(
      fc.property(subjects, (subject) => {
        const { asOf, ...stored } = JSON.parse(JSON.stringify(subject));
        const result = score(subject);
        expect(score({ ...stored, asOf: new Date(asOf) })).toEqual(result);
        expect(JSON.parse(JSON.stringify(result))).toEqual(result);
      }),
    );
  });

  test("is not changed by being scored", () => {
    fc.assert(
      fc.property(subjects, (subject) => {
        const before = JSON.stringify(subject);
        score(subject);
        expect(JSON.stringify(subject)).toBe(before);
      }),
    );
  });

  test("has the tier of its total or a lower one under a ceiling, E where fraud or a critical violation forces it", () => {
    fc.assert(
      fc.property(subjects, (subject) => {
        const { behavioralRisk } = subject.record;
        const forced = behavioralRisk?.hasFraudFlags || behavioralRisk?.policyViolationsSeverity === "CRITICAL";
        const { totalScore, riskTier, riskFlags, eligiblePercentage } = score(subject);
        const tier =
          totalScore >= 80 ? "A" : totalScore >= 65 ? "B" : totalScore >= 50 ? "C" : totalScore >= 35 ? "D" : "E";
        const signs = adverseByHand(subject.record, riskFlags);
        const best = signs >= 8 ? "D" : signs >= 6 ? "C" : "A";
        expect(riskTier).toBe(forced ? "E" : [best, ceilingOver(subject.record), tier].sort().at(-1));
        expect(eligiblePercentage).toBe({ A: 200, B: 150, C: 100, D: 50, E: 0 }[riskTier]);
      }),
    );
  });
});

test("assumed monthly sales are what their rule gives by hand", () => {
  fc.assert(
    fc.property(subjects, (subject) => {
      const { assumedMonthlySales, riskFlags } = score(subject);
      expect(BigInt(assumedMonthlySales)).toBe(assumedByHand(subject.record, !riskFlags.includes("STALE_DATA")));
    }),
  );
});

describe("missing data", () => {
  test("a complete record with plenty of orders has full confidence", () => {
    expect(of(complete).confidence).toBe(100);
  });

  test("every optional group lowers confidence when it is missing, and none lowers the sales component", () => {
    for (const group of Object.keys(complete)) {
      if (group === "merchantIdentity" || group === "salesPerformance") continue;
      const result = of(merchantRecord({ [group]: undefined }));
      expect(result.confidence, group).toBeLessThan(100);
      expect(result.scoreBreakdown.salesPerformance).toBe(of(complete).scoreBreakdown.salesPerformance);
    }
  });

  test("a component of which nothing is known scores a quarter", () => {
    const { scoreBreakdown } = of(
      merchantRecord({ revenueConsistency: undefined, fulfillmentMetrics: undefined, payoutCashFlow: undefined }),
    );
    expect(scoreBreakdown).toMatchObject({ revenueConsistency: 5, fulfillmentOps: 3.75, payoutCashFlow: 3.75 });
  });

  test("a credit history of zeros scores like none", () => {
    const zeros = { repaidLoans: 0, totalLoans: 0, totalBorrowed: 0, lastLoanDate: null };
    const none = of(merchantRecord({ historicalCredit: undefined }));
    expect(of(merchantRecord({ historicalCredit: zeros })).scoreBreakdown).toEqual(none.scoreBreakdown);
  });
});

describe("the model", () => {
  test("gives each component the points it should have, 100 together", () => {
    const points = { ...Object.fromEntries(components.map((name) => [name, 0])) };
    const scored = [...Object.values(sizeCurves), ...Object.values(curves), ...Object.values(levels), creditConduct];
    for (const { component, points: worth } of scored) {
      points[component] = (points[component] ?? 0) + worth;
    }
    expect(points).toEqual(componentPoints);
    expect(Object.values(points).reduce((a, b) => a + b)).toBe(100);
  });

  test("gives size at most a third of the points for sales", () => {
    const forSize = Object.values(sizeCurves).reduce((sum, { points }) => sum + points, 0);
    expect(forSize).toBeLessThanOrEqual(componentPoints.salesPerformance / 3);
    const merchant = (size: number) =>
      of(
        merchantRecord({
          salesPerformance: { avgMonthlySales: size, gmv30Days: size, gmv90Days: 3 * size, gmv180Days: 6 * size },
        }),
      );
    const [small, large] = [merchant(0), merchant(1e9)];
    expect((large?.scoreBreakdown.salesPerformance ?? 0) - (small?.scoreBreakdown.salesPerformance ?? 0)).toBe(forSize);
  });

  test("counts no figure of sales above the lowest reading of them", () => {
    const inflated = of(merchantRecord({ salesPerformance: { avgMonthlySales: 50_000_000, gmv30Days: 9_000_000 } }));
    expect(inflated.scoreBreakdown).toEqual(of(complete).scoreBreakdown);
    const few = of(merchantRecord({ salesPerformance: { avgMonthlySales: 50_000_000, gmv180Days: 60_000 } }));
    expect(few.reasons.map(({ message }) => message)).toContain(
      "Average monthly sales ₦50,000,000, counted as ₦10,000: -0.55 points",
    );
  });

  test.each([
    [80, "A"],
    [79.99, "B"],
    [65, "B"],
    [64.99, "C"],
    [50, "C"],
    [49.99, "D"],
    [35, "D"],
    [34.99, "E"],
    [0, "E"],
  ] as const)("a total of %d is tier %s", (total, tier) => {
    expect(tierOf(hundredths(total))).toBe(tier);
  });

  test("pins its version in every result", () => {
    expect(of(complete).modelVersion).toBe(modelVersion);
  });

  test("lends less in every worse tier", () => {
    const shares = riskTiers.map((tier) => tierTerms[tier].eligiblePercentage);
    expect(shares).toEqual([200, 150, 100, 50, 0]);
  });
});

/** The highest tier a record can have, from the table in docs/scoring.md. */
function ceilingOver({
  salesPerformance,
  fulfillmentMetrics: f,
  behavioralRisk: b,
  historicalCredit: c,
}: typeof complete) {
  const counts = (rate: number) => rate * salesPerformance.orderCount >= 300;
  const { refundRate, disputeRate, cancellationRate, fulfillmentRate } = f ?? {};
  const atLeast = (rate: number | undefined, least: number) => rate !== undefined && rate >= least && counts(rate);
  const bad =
    atLeast(refundRate, 30) ||
    atLeast(disputeRate, 20) ||
    atLeast(cancellationRate, 40) ||
    (fulfillmentRate !== undefined && fulfillmentRate < 60 && counts(100 - fulfillmentRate)) ||
    (b?.accountSuspensions ?? 0) >= 2 ||
    (c?.defaultedLoans ?? 0) > 0 ||
    (c?.totalOverdue ?? 0) > 0;
  if (bad) return "D";
  const silent = [refundRate, disputeRate, cancellationRate, fulfillmentRate].includes(undefined);
  return silent ? highestWithoutRates : b?.hasLinkedAccounts ? "B" : "A";
}
