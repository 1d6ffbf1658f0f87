import { describe, expect, test } from "vitest";
import { type Kobo, kobo, toKobo } from "@/lib/kernel/money";
import { limitsFor } from "@/lib/terms/scoring/limits";
import { amounts } from "@/test/factories/any-record";
import { merchantRecord, recordMoment, salesHistory } from "@/test/factories/merchant-record";
import { fc } from "@/test/proof";
import { assumedMonthlySales, contradictory, intermittent, lowestReading, readHistory, weakestRuns } from "./sales";
import { score } from "./score";
import { isStale, isTooOld } from "./staleness";

const { salesPerformance } = merchantRecord();
const even = { ...salesPerformance, avgMonthlySales: 600, gmv30Days: 600, gmv90Days: 1_800, gmv180Days: 3_600 };
const naira = (...months: number[]): Kobo[] => months.map(toKobo);
const history = (...sales: number[]) => ({ ...merchantRecord(), monthlySalesHistory: salesHistory(sales) });
const monthsOf = (record: ReturnType<typeof merchantRecord>) => readHistory(record, recordMoment)?.months ?? null;

describe("assumed monthly sales", () => {
  test("are the lowest reading where the history bears it out", () => {
    expect(assumedMonthlySales(even, naira(600, 600, 600, 600, 600, 600))).toBe(toKobo(600));
    expect(assumedMonthlySales(even, naira(900, 900, 900, 900, 900, 900))).toBe(toKobo(600));
    const quarter = { ...even, gmv90Days: 1_200 };
    expect(assumedMonthlySales(quarter, naira(600, 600, 600, 600, 600, 600))).toBe(toKobo(400));
    const half = { ...even, gmv180Days: 1_800 };
    expect(assumedMonthlySales(half, naira(600, 600, 600, 600, 600, 600))).toBe(toKobo(300));
  });

  test("are otherwise half an average month and half a weak one", () => {
    expect(assumedMonthlySales(even, naira(500, 500, 500, 500, 500, 500))).toBe(toKobo(500));
    expect(assumedMonthlySales(even, naira(0, 600, 0, 600, 0, 600))).toBe(toKobo(150));
    // The mean of 700 counts as the 600 of the totals.
    expect(assumedMonthlySales(even, naira(200, 200, 3_200, 200, 200, 200))).toBe(toKobo((600 + 200) / 2));
  });

  test("count the newest month as the second strongest of the five before, if it is stronger", () => {
    const sales = (newest: number) => assumedMonthlySales(even, naira(400, 500, 300, 600, 200, newest));
    expect(sales(100)).toBe(toKobo((350 + 200) / 2));
    expect(sales(500)).toBe(toKobo((2_500 / 6 + 300) / 2));
    for (const newest of [501, 600, 1_800, 1e9]) expect(sales(newest)).toBe(sales(500));
    expect(assumedMonthlySales(even, naira(0, 0, 0, 0, 600, 3_000))).toBe(toKobo(50));
  });

  test("start from the lowest reading", () => {
    expect(lowestReading(even)).toBe(600);
    expect(lowestReading({ ...even, gmv90Days: 1_500 })).toBe(500);
    expect(lowestReading({ ...even, gmv180Days: 2_400 })).toBe(400);
    expect(lowestReading({ ...even, avgMonthlySales: 300 })).toBe(300);
  });

  test("are two fifths of the lowest reading without a history", () => {
    expect(assumedMonthlySales(even, null)).toBe(toKobo(240));
    expect(assumedMonthlySales({ ...even, gmv180Days: 0.05 }, null)).toBe(0);
  });

  test("are rounded down to the kobo and exact at the largest amounts", () => {
    const most = { ...even, avgMonthlySales: 1e13, gmv90Days: 1e13, gmv180Days: 1e13 };
    // A sixth of 10^15 kobo is 166,666,666,666,666.67.
    expect(assumedMonthlySales(most, naira(1e13, 1e13, 1e13, 1e13, 1e13, 1e13))).toBe(166_666_666_666_666);
    expect(assumedMonthlySales(most, null)).toBe(66_666_666_666_666);
  });

  const six = fc.array(amounts, { minLength: 6, maxLength: 6 });
  const totals = fc.record({ avgMonthlySales: amounts, gmv90Days: amounts, gmv180Days: amounts });
  const fields = ["avgMonthlySales", "gmv90Days", "gmv180Days"] as const;

  test("no single field raises them above the lowest of the other readings", () => {
    const readings = { avgMonthlySales: 1, gmv90Days: 3, gmv180Days: 6 };
    fc.assert(
      fc.property(totals, fc.option(six), fc.constantFrom(...fields, "month"), amounts, fc.nat(5), (...drawn) => {
        const [given, sales, field, value, month] = drawn;
        const sent = { ...even, ...given, ...(field === "month" ? {} : { [field]: value }) };
        const months = sales?.map((one, i) => toKobo(field === "month" && i === month ? value : one)) ?? null;
        const others: number[] = fields.filter((one) => one !== field).map((one) => (sent[one] * 100) / readings[one]);
        if (months && field !== "month") others.push(months.reduce((sum, one) => sum + one, 0) / 6);
        expect(assumedMonthlySales(sent, months)).toBeLessThanOrEqual(Math.min(...others) + 0.01);
      }),
    );
  });

  test("a sound history never loses", () => {
    fc.assert(
      fc.property(
        totals,
        fc.array(fc.integer({ min: 50, max: 300 }), { minLength: 6, maxLength: 6 }),
        (given, parts) => {
          const sent = { ...even, ...given };
          const claimed = Math.ceil(lowestReading(sent) * 100);
          const months = parts.map((part) => kobo(Math.ceil((claimed * part) / 100)));
          expect(assumedMonthlySales(sent, months)).toBeGreaterThanOrEqual(assumedMonthlySales(sent, null));
        },
      ),
    );
  });

  test("are monotone: more sales in any field or month never lower them", () => {
    fc.assert(
      fc.property(totals, fc.option(six), fc.constantFrom(...fields, "month"), amounts, fc.nat(5), (...drawn) => {
        const [given, sales, field, more, month] = drawn;
        const before = { ...even, ...given };
        const after = field === "month" ? before : { ...before, [field]: before[field] + more };
        fc.pre(fields.every((one) => after[one] <= 1e13));
        const months = sales?.map(toKobo) ?? null;
        const raised = sales?.map((one, i) => toKobo(field === "month" && i === month ? Math.max(one, more) : one));
        expect(assumedMonthlySales(after, raised ?? null)).toBeGreaterThanOrEqual(assumedMonthlySales(before, months));
      }),
    );
  });

  test("do not depend on the order of the months before the newest", () => {
    fc.assert(
      fc.property(six, (sales) => {
        const [newest = kobo(0), ...before] = sales.map(toKobo);
        const either = [before, before.toReversed()].map((months) => assumedMonthlySales(even, [...months, newest]));
        expect(either[0]).toBe(either[1]);
      }),
    );
  });

  test("a history whose months, the newest as it counts, bear out four fifths of the claim never loses", () => {
    fc.assert(
      fc.property(totals, fc.array(fc.nat(1_000), { minLength: 6, maxLength: 6 }), (given, parts) => {
        const second = parts.slice(0, 5).sort((a, b) => b - a)[1] ?? 0;
        const counted = [...parts.slice(0, 5), Math.min(second, parts[5] ?? 0)];
        const sum = counted.reduce((all, one) => all + one, 0);
        fc.pre(sum > 0);
        const sent = { ...even, ...given };
        const needed = lowestReading(sent) * 100 * 6 * 0.8;
        const months = parts.map((part) => kobo(Math.ceil((needed * part) / sum)));
        expect(assumedMonthlySales(sent, months)).toBeGreaterThanOrEqual(assumedMonthlySales(sent, null) - 1);
      }),
    );
  });
});

describe("the history", () => {
  test("counts sales net of refunds, no month below nothing", () => {
    const months = salesHistory([100, 100, 100, 100, 100, 100]).map((month, i) => ({ ...month, refundAmount: i * 50 }));
    expect(monthsOf({ ...merchantRecord(), monthlySalesHistory: months })).toEqual(naira(100, 50, 0, 0, 0, 0));
  });

  test("goes stale when its newest month is none of the last two complete ones, in Lagos", () => {
    expect(isStale("2026-06", new Date("2026-08-31T22:59:59Z"))).toBe(false);
    expect(isStale("2026-06", new Date("2026-08-31T23:00:00Z"))).toBe(true);
    expect(isStale("2025-12", new Date("2026-02-15T12:00:00Z"))).toBe(false);
    expect(isStale("2025-12", new Date("2026-03-15T12:00:00Z"))).toBe(true);
    expect(isStale(null, recordMoment)).toBe(false);
    expect(readHistory(merchantRecord({ monthlySalesHistory: undefined }), recordMoment)).toBeNull();
  });

  test("is too old to decide by 90 days after it was sent, or when its months are", () => {
    const sent = { dataFrom: new Date("2026-07-15T12:00:00Z"), salesUntil: null };
    expect(isTooOld(sent, new Date("2026-10-13T12:00:00Z"))).toBe(false);
    expect(isTooOld(sent, new Date("2026-10-13T12:00:00.001Z"))).toBe(true);
    expect(isTooOld({ ...sent, salesUntil: "2026-06" }, new Date("2026-09-01T12:00:00Z"))).toBe(true);
  });

  test("stale, it lends nothing and counts as none, but says until when it went", () => {
    const old = merchantRecord({ monthlySalesHistory: salesHistory(Array(6).fill(1e6), new Date("2026-05-15")) });
    const result = scoreOf(old);
    expect(result).toMatchObject({ maxLendingCap: 0, salesUntil: "2026-04", weakestRuns: null });
    expect(result.riskFlags).toContain("STALE_DATA");
    expect(result.assumedMonthlySales).toBe(toKobo(400_000));
    expect(result.loanEligibility).toMatchObject({ monthsAssessed: 0, reasons: [{ code: "STALE_DATA" }] });
    expect(scoreOf(merchantRecord()).salesUntil).toBe("2026-06");
    expect(scoreOf(merchantRecord({ monthlySalesHistory: undefined })).salesUntil).toBeNull();
  });

  test("lends nothing after three months in a row without sales", () => {
    expect(intermittent(merchantRecord(), naira(1, 0, 0, 0, 1, 1))).toBe(true);
    expect(intermittent(merchantRecord(), naira(0, 0, 1, 0, 0, 1))).toBe(false);
    expect(intermittent(merchantRecord(), naira(1, 1, 1, 0, 0, 0))).toBe(true);
    const result = scoreOf(history(1e6, 0, 0, 0, 1e6, 1e6));
    expect(result).toMatchObject({ maxLendingCap: 0, loanEligibility: { maxMonthlyRepayment: 0 } });
    expect(result.riskFlags).toContain("INTERMITTENT_SALES");
  });

  test("refunds can empty a month", () => {
    const months = salesHistory(Array(6).fill(1_000)).map((one, i) => (i < 3 ? { ...one, refundAmount: 1_000 } : one));
    expect(scoreOf({ ...merchantRecord(), monthlySalesHistory: months }).riskFlags).toContain("INTERMITTENT_SALES");
  });

  test("where there is none, what the record says of months without sales counts", () => {
    const quiet = (zeroSalesMonths: number) => merchantRecord({ revenueConsistency: { zeroSalesMonths } });
    expect(intermittent(quiet(3), null)).toBe(true);
    expect(intermittent(quiet(2), null)).toBe(false);
    expect(intermittent(merchantRecord({ revenueConsistency: undefined }), null)).toBe(false);
    // The history knows better.
    expect(intermittent(quiet(3), naira(1, 1, 1, 1, 1, 1))).toBe(false);
    expect(scoreOf({ ...quiet(3), monthlySalesHistory: undefined }).maxLendingCap).toBe(0);
  });
});

describe("readings that contradict each other", () => {
  const steady = naira(600, 600, 600, 600, 600, 600);

  test("are flagged when one is more than a quarter above the lowest", () => {
    expect(contradictory(even, steady)).toBe(false);
    expect(contradictory({ ...even, avgMonthlySales: 750 }, steady)).toBe(false);
    expect(contradictory({ ...even, avgMonthlySales: 750.01 }, steady)).toBe(true);
    expect(contradictory({ ...even, gmv90Days: 2_250.03 }, null)).toBe(true);
    expect(contradictory({ ...even, gmv180Days: 4_500.06 }, null)).toBe(true);
    expect(contradictory(even, naira(800, 800, 800, 800, 800, 800))).toBe(true);
    expect(contradictory(even, naira(0, 0, 0, 0, 0, 0))).toBe(true);
  });

  test("are flagged when a shorter time sold more than a longer one", () => {
    expect(contradictory({ ...even, gmv30Days: 1_801 }, null)).toBe(true);
    expect(contradictory({ ...even, gmv90Days: 3_600, gmv180Days: 3_599 }, null)).toBe(true);
  });

  test("move no points", () => {
    const [sound, odd] = [merchantRecord(), merchantRecord({ salesPerformance: { avgMonthlySales: 9e6 } })].map(
      scoreOf,
    );
    expect(odd?.riskFlags).toContain("INCONSISTENT_SALES");
    expect(sound?.riskFlags).not.toContain("INCONSISTENT_SALES");
    expect(odd?.scoreBreakdown).toEqual(sound?.scoreBreakdown);
    expect(odd?.maxLendingCap).toBe(sound?.maxLendingCap);
  });
});

test("debt of a month's assumed sales is flagged", () => {
  const owing = (totalOutstanding: number) =>
    scoreOf(merchantRecord({ historicalCredit: { totalOutstanding } })).riskFlags;
  const { assumedMonthlySales } = scoreOf(merchantRecord());
  expect(owing(assumedMonthlySales / 100)).toContain("HIGH_EXTERNAL_DEBT");
  expect(owing(assumedMonthlySales / 100 - 0.01)).not.toContain("HIGH_EXTERNAL_DEBT");
});

describe("the weakest runs", () => {
  test("are means of so many months in a row, rounded down", () => {
    expect(weakestRuns(naira(600, 300, 0, 900, 150, 150))).toEqual(naira(0, 150, 300, 300, 300, 350));
    expect(weakestRuns([kobo(1), kobo(0), kobo(1), kobo(1), kobo(1), kobo(1)])).toEqual([0, 0, 0, 0, 0, 0].map(kobo));
  });

  test("are the lowest of all runs of their length; the longest is the mean month", () => {
    fc.assert(
      fc.property(fc.array(amounts, { minLength: 6, maxLength: 6 }), (sales) => {
        const months = sales.map(toKobo);
        const runs = weakestRuns(months);
        const total = (from: number, to: number) => months.slice(from, to).reduce((sum, one) => sum + one, 0);
        expect(runs).toHaveLength(6);
        expect(runs[5]).toBe(Math.floor(total(0, 6) / 6));
        for (let length = 1; length <= 6; length++) {
          for (let from = 0; from + length <= 6; from++) {
            expect(runs[length - 1]).toBeLessThanOrEqual(total(from, from + length) / length);
          }
        }
      }),
    );
  });

  test("come with a fresh history only", () => {
    expect(scoreOf(merchantRecord()).weakestRuns).toHaveLength(6);
    expect(scoreOf(merchantRecord({ monthlySalesHistory: undefined })).weakestRuns).toBeNull();
  });
});

function scoreOf(record: ReturnType<typeof merchantRecord>) {
  return score({ record, asOf: recordMoment, limits: limitsFor(record, { marketplaceMax: null, lenderMax: null }) });
}
