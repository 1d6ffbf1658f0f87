import { describe, expect, test } from "vitest";
import { kobo, plus, zero } from "@/lib/kernel/money";
import { fc } from "@/test/proof";
import { type Forecast, type ForecastFacts, forecast, type Sales } from "./forecast";

/** Naira, as in a merchant data record. */
function salesOf(months: number[], avgOrderValue = 5_000): Sales {
  const [last = 0] = months.slice(-1);
  return {
    salesPerformance: { gmv30Days: last, gmv90Days: 3 * last, avgMonthlySales: last, avgOrderValue },
    monthlySalesHistory: months.map((salesAmount) => ({ salesAmount })),
  };
}

const steady = salesOf([1_000_000, 1_000_000, 1_000_000, 1_000_000, 1_000_000, 1_000_000]);

function factsWith(change: Partial<ForecastFacts> = {}): ForecastFacts {
  return {
    today: "2026-11-20",
    outstanding: kobo(30_000_000),
    deductionBasisPoints: 1_000,
    minimumDeduction: kobo(10_000),
    paused: false,
    sales: steady,
    observed: { days: 0, received: zero },
    ...change,
  };
}

describe("by the sales alone", () => {
  test("steady sales: one date, at ten percent of a million a month three months on", () => {
    expect(forecast(factsWith())).toEqual({
      early: "2027-02-20",
      likely: "2027-02-20",
      late: "2027-02-20",
      basis: {
        salesMonths: 6,
        dailySales: 3_287_671,
        observedDays: 0,
        dailyObserved: null,
        dailyLikely: 328_767,
        paused: false,
      },
    });
  });
  test("uneven sales: the same likely date, further apart", () => {
    const uneven = forecast(factsWith({ sales: salesOf([2_000_000, 0, 2_000_000, 0, 2_000_000, 0]) }));
    expect(uneven).toMatchObject({ early: "2027-01-24", likely: "2027-02-20", late: "2027-04-24" });
  });
  test("refunds do not count as sales", () => {
    const months = Array.from({ length: 6 }, () => ({ salesAmount: 1_000_000, refundAmount: 500_000 }));
    expect(forecast(factsWith({ sales: { ...steady, monthlySalesHistory: months } }))?.likely).toBe("2027-05-22");
  });
  test("a minimum above the percentage of an average order speeds it up", () => {
    const small = salesOf([1_000_000, 1_000_000, 1_000_000, 1_000_000, 1_000_000, 1_000_000], 500);
    expect(forecast(factsWith({ sales: small }))?.likely).toBe("2027-01-05");
  });
  test("without a history the averages speak, and their variance", () => {
    const { salesPerformance } = steady;
    const wide = forecast(factsWith({ sales: { salesPerformance, revenueConsistency: { monthlySalesVariance: 90 } } }));
    const narrow = forecast(
      factsWith({ sales: { salesPerformance, revenueConsistency: { monthlySalesVariance: 10 } } }),
    );
    expect(wide).toMatchObject({ likely: "2027-02-20", basis: { salesMonths: 0, dailySales: 3_287_671 } });
    expect(narrow?.likely).toBe(wide?.likely);
    expect([wide?.early, narrow?.early, narrow?.late, wide?.late].toSorted()).toEqual([
      wide?.early,
      narrow?.early,
      narrow?.late,
      wide?.late,
    ]);
  });
  test("where the record does not say, its usual variance does", () => {
    const { salesPerformance } = steady;
    const usual = { early: "2027-02-04", likely: "2027-02-20", late: "2027-03-15" };
    expect(forecast(factsWith({ sales: { salesPerformance } }))).toMatchObject(usual);
    const variance = { revenueConsistency: { monthlySalesVariance: 50 } };
    expect(forecast(factsWith({ sales: { salesPerformance, ...variance } }))).toMatchObject(usual);
  });
  test("a history without months counts as none", () => {
    const found = forecast(factsWith({ sales: { ...steady, monthlySalesHistory: [] } }));
    expect(found).toMatchObject({ likely: "2027-02-20", basis: { salesMonths: 0, dailySales: 3_287_671 } });
  });
  test("without an average order the percentage is taken alone", () => {
    expect(forecast(factsWith({ sales: salesOf([1_000_000], 0) }))?.likely).toBe("2027-02-20");
  });
});

describe("with what came in", () => {
  test("less than expected makes it later, the more so the longer it lasts", () => {
    const afterDays = (days: number) =>
      forecast(factsWith({ observed: { days, received: kobo(days * 100_000) } }))?.likely ?? "";
    const expected = forecast(factsWith())?.likely ?? "";
    expect([expected, afterDays(5), afterDays(30), afterDays(300)]).toEqual(
      [expected, afterDays(5), afterDays(30), afterDays(300)].toSorted(),
    );
    expect(afterDays(30) > expected).toBe(true);
    // After thirty days, both weigh half.
    expect(forecast(factsWith({ observed: { days: 30, received: kobo(3_000_000) } }))?.basis).toMatchObject({
      dailyObserved: 100_000,
      dailyLikely: 214_384,
    });
  });
  test("it counts from the first whole day, and is trusted the closer the longer it lasts", () => {
    const observed = (days: number) =>
      forecast(factsWith({ observed: { days, received: kobo(days * 100_000) } }))?.basis;
    expect(observed(0)).toMatchObject({ observedDays: 0, dailyObserved: null });
    expect(observed(1)).toMatchObject({ observedDays: 1, dailyObserved: 100_000 });
    // A quarter off after three weeks: 300 days, or 240, or 400.
    const found = forecast(factsWith({ sales: null, observed: { days: 21, received: kobo(2_100_000) } }));
    expect(found).toMatchObject({ early: "2027-07-18", likely: "2027-09-16", late: "2027-12-25" });
  });
  test("suffices where no sales were submitted", () => {
    const found = forecast(factsWith({ sales: null, observed: { days: 10, received: kobo(1_000_000) } }));
    expect(found).toMatchObject({ likely: "2027-09-16", basis: { salesMonths: 0, dailySales: null } });
  });
});

describe("there is none", () => {
  test("when nothing is known", () => {
    expect(forecast(factsWith({ sales: null }))).toBeNull();
    expect(forecast(factsWith({ sales: null, observed: { days: 30, received: zero } }))).toBeNull();
  });
  test("when nothing is owed", () => expect(forecast(factsWith({ outstanding: zero }))).toBeNull());
});

test("what is not to be expected within ten years has no date", () => {
  const nothing = forecast(factsWith({ sales: salesOf([0, 0, 0, 0, 0, 0]) }));
  expect(nothing).toMatchObject({ early: null, likely: null, late: null, basis: { dailyLikely: 0 } });
});

test("ten years are foreseen to the day", () => {
  const slow = { sales: null, observed: { days: 10, received: kobo(10) } };
  expect(forecast(factsWith({ ...slow, outstanding: kobo(3_650) }))?.likely).toBe("2036-11-17");
  expect(forecast(factsWith({ ...slow, outstanding: kobo(3_651) }))?.likely).toBeNull();
});

describe("whatever is known", () => {
  const month = fc.oneof(fc.constant(0), fc.nat(50_000_000));
  const sales = fc
    .record({
      months: fc.option(fc.array(month, { minLength: 6, maxLength: 6 }), { nil: null }),
      averages: fc.tuple(month, month, month),
      order: fc.nat(100_000),
      variance: fc.option(fc.nat(400), { nil: undefined }),
    })
    .map(
      ({ months, averages: [gmv30Days, gmv90Days, avgMonthlySales], order, variance }): Sales => ({
        salesPerformance: { gmv30Days, gmv90Days, avgMonthlySales, avgOrderValue: order },
        revenueConsistency: { monthlySalesVariance: variance },
        ...(months ? { monthlySalesHistory: months.map((salesAmount) => ({ salesAmount })) } : {}),
      }),
    );
  const facts = fc.record({
    today: fc.constant("2026-11-20"),
    outstanding: fc.integer({ min: 1, max: 1e11 }).map(kobo),
    deductionBasisPoints: fc.integer({ min: 1, max: 10_000 }),
    minimumDeduction: fc.nat(1e6).map(kobo),
    paused: fc.boolean(),
    sales: fc.option(sales, { nil: null }),
    observed: fc.record({ days: fc.nat(800), received: fc.nat(1e10).map(kobo) }),
  });

  /** Comparable dates: those beyond the horizon sort last. */
  const dates = (found: Forecast | null) =>
    [found?.early, found?.likely, found?.late].map((date) => date ?? "9999-12-31");

  test("early ≤ likely ≤ late", () => {
    fc.assert(
      fc.property(facts, (known) => {
        const found = dates(forecast(known));
        expect(found).toEqual(found.toSorted());
      }),
    );
  });

  test("more sales in any month never make it later", () => {
    fc.assert(
      fc.property(facts, sales, fc.nat(5), fc.integer({ min: 1, max: 10_000_000 }), (known, known2, at, more) => {
        const before: ForecastFacts = { ...known, sales: known2 };
        const { salesPerformance: some, monthlySalesHistory: months } = known2;
        const raised: Sales = {
          ...known2,
          salesPerformance: {
            ...some,
            gmv30Days: some.gmv30Days + (at === 0 ? more : 0),
            gmv90Days: some.gmv90Days + (at === 1 ? more : 0),
            avgMonthlySales: some.avgMonthlySales + (at > 1 ? more : 0),
          },
          ...(months && {
            monthlySalesHistory: months.map((entry, i) =>
              i === at ? { ...entry, salesAmount: entry.salesAmount + more } : entry,
            ),
          }),
        };
        const [one, other] = [dates(forecast(before)), dates(forecast({ ...before, sales: raised }))];
        other.forEach((date, i) => {
          expect(date <= (one[i] ?? "")).toBe(true);
        });
      }),
    );
  });

  test("more debt never makes it earlier; a larger percentage never later; the same facts give the same", () => {
    fc.assert(
      fc.property(facts, fc.nat(1e10).map(kobo), (known, more) => {
        const before = dates(forecast(known));
        const owing = dates(forecast({ ...known, outstanding: plus(known.outstanding, more) }));
        const taking = dates(forecast({ ...known, deductionBasisPoints: known.deductionBasisPoints + 500 }));
        before.forEach((date, i) => {
          expect((owing[i] ?? "") >= date).toBe(true);
          expect((taking[i] ?? "") <= date).toBe(true);
        });
        expect(forecast(known)).toEqual(forecast(known));
      }),
    );
  });
});
