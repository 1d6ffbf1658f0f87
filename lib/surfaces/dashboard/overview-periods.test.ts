import { expect, test } from "vitest";
import { addDays, daysBetween } from "@/lib/kernel/calendar";
import { fc } from "@/test/proof";
import { daysBefore, overviewRanges, periodsOf, spanOf } from "./overview-periods";

const date = fc.integer({ min: 0, max: 5_000 }).map((days) => addDays("2024-01-01", days));

test.each(overviewRanges)("%s: steps follow one another without a gap and end today", (range) => {
  fc.assert(
    fc.property(date, (today) => {
      const periods = periodsOf(range, today);
      expect(periods.at(-1)?.to).toBe(today);
      for (const [i, { from, to }] of periods.entries()) {
        expect(from <= to).toBe(true);
        const next = periods[i + 1];
        if (next) expect(next.from).toBe(addDays(to, 1));
      }
      const before = daysBefore(periods);
      const span = spanOf(periods);
      expect(addDays(before.to, 1)).toBe(span.from);
      expect(daysBetween(before.from, before.to)).toBe(daysBetween(span.from, span.to));
      expect(new Set(periods.map(({ label }) => label)).size).toBe(periods.length);
    }),
    { numRuns: 40 },
  );
});

test("days, weeks and months are named as people name them", () => {
  const ends = (range: "30d" | "13w" | "12m") => {
    const all = periodsOf(range, "2026-03-02");
    return [all.length, all[0], all.at(-1)];
  };
  expect(ends("30d")).toEqual([
    30,
    { from: "2026-02-01", to: "2026-02-01", label: "1 Feb" },
    { from: "2026-03-02", to: "2026-03-02", label: "2 Mar" },
  ]);
  expect(ends("13w")).toEqual([
    13,
    { from: "2025-12-02", to: "2025-12-08", label: "2 Dec – 8 Dec" },
    { from: "2026-02-24", to: "2026-03-02", label: "24 Feb – 2 Mar" },
  ]);
  expect(ends("12m")).toEqual([
    12,
    { from: "2025-04-01", to: "2025-04-30", label: "Apr 2025" },
    { from: "2026-03-01", to: "2026-03-02", label: "Mar 2026" },
  ]);
});
