import { expect, test } from "vitest";
import { addDays, dateOf, daysBetween, startOfDay } from "./calendar";

test("a day begins and ends at midnight in UTC, wherever the service runs", () => {
  const [first, last] = [new Date("2026-11-20T00:00:00.000Z"), new Date("2026-11-20T23:59:59.999Z")];
  expect([dateOf(first), dateOf(last)]).toEqual(["2026-11-20", "2026-11-20"]);
  expect([startOfDay(first), startOfDay(last)]).toEqual([first.getTime(), first.getTime()]);
});

test.each([
  ["2026-11-20", "2026-11-20", 0],
  ["2026-11-20", "2026-11-21", 1],
  ["2026-12-31", "2027-01-01", 1],
  ["2028-02-28", "2028-03-01", 2],
  // Where clocks are put forward and back.
  ["2026-03-01", "2026-11-30", 274],
])("from %s to %s are %i days, there and back", (from, to, days) => {
  expect(daysBetween(from, to)).toBe(days);
  expect(daysBetween(to, from) + days).toBe(0);
  expect(addDays(from, days)).toBe(to);
  expect(addDays(to, -days)).toBe(from);
});
