import { describe, expect, test } from "vitest";
import { evenSales, lumpySales, simulate } from "./simulate";
import { quantile, rankCorrelation } from "./statistics";

const thirds = [30, 60, 90].map((day) => ({ day, amount: 100_000 }));
const loan = { tenorDays: 90, schedule: thirds, deductionBasisPoints: 1_000 };

describe("a loan collected from sales", () => {
  test("is repaid on the day its deductions reach the total, and never late when they keep up", () => {
    expect(simulate(loan, evenSales([1_260_000]))).toEqual({ repaidOn: 72, mostDaysPastDue: 0 });
  });
  test("is as late as the oldest instalment that is not paid", () => {
    // 2,500 a day: instalments due on days 30, 60 and 90 are paid on days 40, 80 and 120.
    expect(simulate(loan, evenSales([750_000]))).toEqual({ repaidOn: 120, mostDaysPastDue: 29 });
  });
  test("without sales is late until nobody watches any more", () => {
    expect(simulate(loan, evenSales([0]))).toEqual({ repaidOn: null, mostDaysPastDue: 780 });
  });
  test("lower sales take longer", () => {
    expect(simulate(loan, evenSales([1_260_000], 0.8))).toEqual({ repaidOn: 90, mostDaysPastDue: 0 });
  });
});

test("orders add up to their months, whatever their days, and the same seed draws the same days", () => {
  const months = [300_000, 0, 900_000];
  const drawn = lumpySales(months, 70_000, 7);
  const again = lumpySales(months, 70_000, 7);
  const sumOf = (sales: typeof drawn, from: number) =>
    Array.from({ length: 30 }, (_, i) => sales(from + i))
      .flat()
      .reduce((sum, sale) => sum + sale, 0);
  for (const [i, month] of [...months, ...months].entries()) expect(sumOf(drawn, i * 30 + 1)).toBeCloseTo(month, 5);
  expect(Array.from({ length: 90 }, (_, i) => again(i + 1))).toEqual(
    Array.from({ length: 90 }, (_, i) => drawn(i + 1)),
  );
});

test("rank correlation and quantiles", () => {
  expect(rankCorrelation([1, 2, 3, 4], [10, 20, 30, 1_000])).toBe(1);
  expect(rankCorrelation([1, 2, 3, 4], [4, 3, 2, 1])).toBe(-1);
  // From a textbook: the ranks differ by 0, 1, 1, 0, 0.
  expect(rankCorrelation([1, 2, 3, 4, 5], [1, 3, 2, 4, 5])).toBeCloseTo(1 - (6 * 2) / (5 * 24), 10);
  expect(rankCorrelation([1, 1, 1], [1, 2, 3])).toBe(0);
  expect([quantile([5, 1, 3], 0.5), quantile([5, 1, 3], 0.9), quantile([], 0.5)]).toEqual([3, 5, 0]);
});
