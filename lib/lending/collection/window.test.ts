import { expect, test } from "vitest";
import { day, hour, later } from "@/lib/kernel/calendar";
import { instant } from "@/test/time";
import { judgedFrom, payoutPeriodIn, windowAt, withWindow } from "./window";

test.each([
  ["DAILY", 1],
  ["WEEKLY", 7],
  ["BIWEEKLY", 14],
  ["MONTHLY", 31],
  [undefined, 7],
] as const)("a marketplace that pays out %s has %d days and one more", (frequency, days) => {
  const windowDays = windowAt(withWindow(null, frequency, "2026-11-02"), "2026-10-01");
  expect([windowDays, payoutPeriodIn(windowDays)]).toEqual([days + 1, days]);
});

test("another payout period counts from the day on which it is known, and changes nothing about days before", () => {
  const daily = withWindow(null, "DAILY", "2026-11-02");
  expect(withWindow(daily, "DAILY", "2026-11-05")).toBe(daily);
  const monthly = withWindow(daily, "MONTHLY", "2026-11-05");
  const days = ["2026-10-01", "2026-11-04", "2026-11-05", "2026-12-24"];
  expect(days.map((date) => windowAt(monthly, date))).toEqual([2, 2, 32, 32]);
  const again = withWindow(monthly, "WEEKLY", "2026-11-05");
  expect(days.map((date) => windowAt(again, date))).toEqual([2, 2, 8, 8]);
});

const sold = "2026-11-02";
const over = instant("2026-11-03T00:00:00Z");
const judgedAfter = (...pauses: [from: number, until: number | null][]) =>
  judgedFrom(
    sold,
    8,
    pauses.map(([from, until]) => ({ from: later(over, from), until: until === null ? null : later(over, until) })),
  ) - over.getTime();

test("a day is judged once the window after it is over, paused time not counted", () => {
  expect(judgedAfter()).toBe(8 * day);
  expect(judgedAfter([-5 * hour, 3 * hour])).toBe(8 * day + 3 * hour);
  expect(judgedAfter([day, 2 * day], [8 * day, 9 * day])).toBe(10 * day);
  expect(judgedAfter([8 * day, 9 * day], [20 * day, null])).toBe(8 * day);
  expect(judgedAfter([-2 * day, -day])).toBe(8 * day);
  expect(judgedAfter([7 * day, null])).toBe(Number.POSITIVE_INFINITY);
});
