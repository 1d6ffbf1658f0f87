import { describe, expect, test } from "vitest";
import { fc } from "@/test/proof";
import { notchOf, scaleOf } from "./slider-scale";

const bounds = fc
  .tuple(fc.integer({ min: 1_000, max: 1_000_000 }), fc.integer({ min: 1, max: 50_000_000 }))
  .map(([minimum, width]) => ({ minimum, maximum: minimum + width }));

describe("the scale of the slider", () => {
  test("goes from the least to the most, by round numbers in between", () => {
    expect(scaleOf(1_000, 30_000).slice(0, 4)).toEqual([1_000, 1_500, 2_000, 2_500]);
    expect(scaleOf(1_000, 347_000).slice(0, 3)).toEqual([1_000, 10_000, 20_000]);
    expect(scaleOf(1_000, 347_000).slice(-2)).toEqual([340_000, 347_000]);
  });

  test("rises, with both ends and not too many notches, whatever the bounds", () => {
    fc.assert(
      fc.property(bounds, ({ minimum, maximum }) => {
        const scale = scaleOf(minimum, maximum);
        expect(scale[0]).toBe(minimum);
        expect(scale.at(-1)).toBe(maximum);
        expect(scale.length).toBeLessThan(65);
        expect(scale.every((value, i) => i === 0 || value > (scale[i - 1] ?? 0))).toBe(true);
      }),
    );
  });

  test("has one notch when there is nothing to choose", () => {
    expect(scaleOf(1_000, 1_000)).toEqual([1_000]);
  });

  test("finds every one of its own amounts, and the nearest to any other", () => {
    const scale = scaleOf(1_000, 347_000);
    expect(scale.map((value) => notchOf(scale, value))).toEqual(scale.map((_, i) => i));
    expect(scale[notchOf(scale, 123_456)]).toBe(120_000);
    expect(notchOf(scale, 9e9)).toBe(scale.length - 1);
    expect(notchOf(scale, Number.NaN)).toBe(0);
  });
});
