import { describe, expect, test } from "vitest";
import type { Format } from "./chart-props";
import { formatShort } from "./format-value";
import { marksOf } from "./scale";

const units: Record<string, number> = { "": 1, K: 1e3, M: 1e6, B: 1e9, T: 1e12 };

/** What a mark says, as a number. */
function said(text: string, format: Format): number {
  const [, minus, digits = "", unit = ""] = /^(−?)(?:₦)?([\d.]+)([KMBT]?)%?$/.exec(text.replaceAll(",", "")) ?? [];
  const value = Number(digits) * (units[unit] ?? Number.NaN) * (format === "money" ? 100 : 1);
  return minus ? -value : value;
}

const marks = (format: Format, stacked: boolean, ...values: Record<string, number | null>[]) =>
  marksOf({
    ...{
      format,
      stacked,
      series: [
        { key: "a", label: "A" },
        { key: "b", label: "B" },
      ],
    },
    points: values.map((values, i) => ({ label: `${i}`, values })),
  });

describe("the marks of an axis", () => {
  test.each(["money", "count", "percent"] as const)("say exactly where they stand: %s", (format) => {
    for (let most = format === "money" ? 1 : 0.1; most < 3e14; most *= 1.37) {
      const found = marks(format, false, { a: format === "money" ? Math.round(most) : most });
      for (const mark of found) expect(said(formatShort(mark, format), format)).toBeCloseTo(mark, 6);
      expect(found.length).toBeLessThanOrEqual(7);
      expect(found.at(-1)).toBeGreaterThanOrEqual(Math.floor(most));
      expect(found).toContain(0);
      expect(new Set(found.map((mark) => formatShort(mark, format))).size).toBe(found.length);
    }
  });

  test("hold what stands on one another, and what is below nought", () => {
    expect(marks("money", true, { a: 80_000_000, b: 55_000_000 })).toEqual([0, 50_000_000, 100_000_000, 150_000_000]);
    expect(marks("count", false, { a: 12, b: -3 })).toEqual([-5, 0, 5, 10, 15]);
    expect(marks("count", false, { a: null })).toEqual([0, 1]);
  });
});

test("a short figure is to three digits what the full one is", () => {
  expect(formatShort(135_000_000, "money")).toBe("₦1.35M");
  expect(formatShort(1_299_999, "money")).toBe("₦13K");
  expect(formatShort(99_960_000, "money")).toBe("₦1M");
});
