import { expect, test } from "vitest";
import { day, hour, later } from "@/lib/calendar";
import { instant } from "@/test/time";
import { judgedFrom, windowOf } from "./window";

test.each([
  ["DAILY", 1],
  ["WEEKLY", 7],
  ["BIWEEKLY", 14],
  ["MONTHLY", 31],
  [undefined, 7],
] as const)("a marketplace that pays out %s has %d days and one more", (frequency, days) => {
  expect(windowOf(frequency)).toEqual({ payoutPeriodDays: days, windowDays: days + 1 });
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
