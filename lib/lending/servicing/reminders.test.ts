import { describe, expect, test } from "vitest";
import { day, later } from "@/lib/kernel/calendar";
import { instant } from "@/test/time";
import { isArrearsMailDue, nextReminderAt, weekOver } from "./reminders";

const startDate = "2026-03-02";

describe("a week is over", () => {
  test.each([
    ["2026-03-02T00:00:00Z", null],
    ["2026-03-09T06:59:59.999Z", null],
    ["2026-03-09T07:00:00Z", ["2026-03-02", "2026-03-08"]],
    ["2026-03-15T23:59:59Z", ["2026-03-02", "2026-03-08"]],
    ["2026-03-16T06:59:59Z", ["2026-03-02", "2026-03-08"]],
    ["2026-03-16T07:00:00Z", ["2026-03-09", "2026-03-15"]],
    ["2026-05-01T12:00:00Z", ["2026-04-20", "2026-04-26"]],
  ] as const)("at %s: %j", (now, days) => {
    expect(weekOver(startDate, instant(now))).toEqual(days && { from: days[0], to: days[1] });
  });
});

test.each([
  [null, true],
  ["2026-04-02T07:00:00Z", true],
  ["2026-04-02T22:00:00Z", true],
  ["2026-04-03T07:00:00Z", false],
])("arrears told at %s are told again a week later, by the day: %s", (toldAt, due) => {
  expect(isArrearsMailDue(toldAt ? instant(toldAt) : null, instant("2026-04-09T07:00:00Z"))).toBe(due);
});

describe("the next reminder", () => {
  const installments = [{ dueDate: "2026-04-01" }, { dueDate: "2026-05-01" }];
  test.each([
    ["in a week of its own", "2026-03-02T09:00:00Z", null, "2026-03-09T07:00:00Z"],
    ["at the next one", "2026-03-09T07:00:00Z", null, "2026-03-16T07:00:00Z"],
    ["the morning after a due date", "2026-03-30T07:00:00Z", null, "2026-04-02T07:00:00Z"],
    ["no later for a due date that is past", "2026-04-02T07:00:00Z", null, "2026-04-06T07:00:00Z"],
    ["a week after arrears were told", "2026-04-06T07:00:00Z", "2026-04-02T07:00:00Z", "2026-04-09T07:00:00Z"],
    ["not for arrears told long ago", "2026-04-10T07:00:00Z", "2026-03-02T07:00:00Z", "2026-04-13T07:00:00Z"],
  ])("is %s", (_, now, toldAt, next) => {
    const arrearsToldAt = toldAt ? instant(toldAt) : null;
    expect(nextReminderAt({ startDate, installments, arrearsToldAt }, instant(now))).toEqual(instant(next));
  });

  test("is always later, and never more than a week away", () => {
    for (let hours = 0; hours < 24 * 100; hours++) {
      const now = later(instant("2026-03-02T00:30:00Z"), (hours * day) / 24);
      const ahead = nextReminderAt({ startDate, installments, arrearsToldAt: now }, now).getTime() - now.getTime();
      expect(ahead > 0 && ahead <= 7.3 * day).toBe(true);
    }
  });
});
