import { describe, expect, test } from "vitest";
import { kobo, zero } from "@/lib/kernel/money";
import { instant } from "@/test/time";
import { toCollection, toCollectionDay } from "./collection";

const sums = {
  agreed: kobo(100_050),
  taken: kobo(80_000),
  missing: kobo(15_000),
  excess: kobo(1_000),
  awaited: kobo(6_050),
  changed: kobo(2_000),
  lastDay: "2026-03-09",
};
const amounts = { agreed: 1_000.5, taken: 800, missing: 150, excess: 10, awaited: 60.5, changed: 20 };
const running = { disbursedAt: instant("2026-03-02T09:00:00Z"), completedAt: null, writtenOffAt: null };
const at = instant("2026-03-11T00:00:00Z");

describe("the period", () => {
  test("of a running loan ends today, in naira all that its days come to", () => {
    expect(toCollection(running, sums, at)).toEqual({ from: "2026-03-02", to: "2026-03-11", ...amounts });
  });

  test.each(["completedAt", "writtenOffAt"] as const)("ends with the loan (%s)", (field) => {
    const ended = { ...running, [field]: instant("2026-03-10T23:59:59Z") };
    expect(toCollection(ended, sums, at)?.to).toBe("2026-03-10");
    // It was still to be collected then.
    expect(toCollection(ended, sums, instant("2026-03-09T12:00:00Z"))?.to).toBe("2026-03-09");
  });

  test("goes on to the day on which something was taken after the end", () => {
    const ended = { ...running, completedAt: instant("2026-03-05T10:00:00Z") };
    expect(toCollection(ended, sums, at)?.to).toBe("2026-03-09");
    expect(toCollection(ended, { ...sums, lastDay: null }, at)?.to).toBe("2026-03-05");
  });
});

test("before the money went out there is none", () => {
  const none = { agreed: zero, taken: zero, missing: zero, excess: zero, awaited: zero, changed: zero, lastDay: null };
  expect(toCollection({ ...running, disbursedAt: null }, none, at)).toBeNull();
  expect(toCollection(running, none, instant("2026-03-02T08:59:59Z"))).toBeNull();
  expect(toCollection(running, none, instant("2026-03-02T09:00:00Z"))).toMatchObject({ to: "2026-03-02", agreed: 0 });
});

test("a day is in naira, and judged or not", () => {
  const day = {
    day: "2026-03-09",
    agreed: kobo(1_005),
    taken: kobo(1_000),
    missing: kobo(5),
    excess: zero,
    changed: zero,
  };
  expect(toCollectionDay({ ...day, judgedAt: at })).toEqual({
    ...{ day: "2026-03-09", agreed: 10.05, taken: 10, missing: 0.05, excess: 0, changed: 0, judged: true },
  });
  expect(toCollectionDay({ ...day, missing: zero, judgedAt: null })).toMatchObject({ missing: 0, judged: false });
});
