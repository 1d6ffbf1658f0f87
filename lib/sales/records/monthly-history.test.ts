import { expect, test } from "vitest";
import { futureMonths, merchantRecord, monthNumberAt } from "@/lib/terms/merchant-data/schema";
import { merchantRecord as goodRecord, recordMoment, salesHistory } from "@/test/factories/merchant-record";

const months = (...names: string[]) => names.map((month) => ({ month, salesAmount: 1 }));

function errorsOf(monthlySalesHistory: unknown): Record<string, string> {
  const { error } = merchantRecord.safeParse({ ...goodRecord(), monthlySalesHistory });
  // The first error of a field: zod checks the length of whatever has one, even of what is no list.
  return Object.fromEntries((error?.issues ?? []).toReversed().map(({ path, message }) => [path.join("."), message]));
}

test("has exactly six months", () => {
  for (const count of [0, 5, 7]) {
    expect(errorsOf(salesHistory(Array(count).fill(1)))).toEqual({ monthlySalesHistory: "Must have exactly 6 months" });
  }
  for (const value of [null, {}, "x"]) {
    expect(errorsOf(value)).toEqual({ monthlySalesHistory: "Must be a list" });
  }
  expect(errorsOf(salesHistory([1, 1, 1, 1, 1, 1]).with(1, JSON.parse("null")))).toEqual({
    "monthlySalesHistory.1": "Must be an object",
  });
});

test("is consecutive, oldest first, across the turn of a year", () => {
  expect(errorsOf(months("2025-10", "2025-11", "2025-12", "2026-01", "2026-02", "2026-03"))).toEqual({});
  const message = "Months must be consecutive, oldest first";
  expect(errorsOf(months("2025-10", "2025-11", "2026-01", "2026-02", "2026-03", "2026-04"))).toEqual({
    "monthlySalesHistory.2.month": message,
  });
  expect(errorsOf(months("2026-01", "2026-01", "2026-02", "2026-03", "2026-04", "2026-05"))).toEqual({
    "monthlySalesHistory.1.month": message,
  });
  const backwards = errorsOf(months("2026-06", "2026-05", "2026-04", "2026-03", "2026-02", "2026-01"));
  expect(Object.keys(backwards)).toHaveLength(5);
});

test("names months that exist", () => {
  for (const month of ["2026-13", "2026-00", "2026-1", "26-01", "2026-01-01", ""]) {
    expect(errorsOf(months(month, "2026-02", "2026-03", "2026-04", "2026-05", "2026-06"))).toEqual({
      "monthlySalesHistory.0.month": "Must be a month, as YYYY-MM",
    });
  }
});

test("lies not in the future; the month that has begun is fine", () => {
  const record = goodRecord(); // ends with June 2026
  expect(futureMonths(record, recordMoment)).toEqual([]);
  expect(futureMonths(record, new Date("2026-06-01T00:00:00Z"))).toEqual([]);
  expect(futureMonths(record, new Date("2026-04-30T12:00:00Z"))).toEqual([
    { field: "monthlySalesHistory.4.month", error: "Must not be in the future" },
    { field: "monthlySalesHistory.5.month", error: "Must not be in the future" },
  ]);
  expect(futureMonths({}, recordMoment)).toEqual([]);
});

test("a month begins in Lagos", () => {
  expect(monthNumberAt(new Date("2026-05-31T22:59:59Z"))).toBe(2026 * 12 + 4);
  expect(monthNumberAt(new Date("2026-05-31T23:00:00Z"))).toBe(2026 * 12 + 5);
});
