import { expect, test } from "vitest";
import { dueDateOf, dueText } from "./due-text";

const today = "2026-11-22";

test("a date of the schedule is over from the day after it", () => {
  expect(["2026-11-21", today, "2026-11-23"].map((date) => dueDateOf(date, today, null))).toEqual([
    "PAST",
    "AHEAD",
    "AHEAD",
  ]);
  expect(dueText("The last due date", "2026-11-21", "PAST")).toBe("The last due date was 21 November 2026.");
  expect(dueText("The last due date", today, "AHEAD")).toBe("The last due date is 22 November 2026.");
});

test("while repayments are paused, one that was to come when that began is not over, however long it lasts", () => {
  const since = "2026-11-02T23:30:00.000Z";
  expect(["2026-11-01", "2026-11-02", "2026-12-01"].map((date) => dueDateOf(date, today, since))).toEqual([
    "PAST",
    "MOVING",
    "MOVING",
  ]);
  expect(dueText("The last due date", "2026-11-02", "MOVING")).toBe(
    "The last due date, 2 November 2026, moves by as long as the pause lasts.",
  );
});
