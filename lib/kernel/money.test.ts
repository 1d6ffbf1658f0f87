import { expect, test } from "vitest";
import type { z } from "zod";
import { createFundingRequestBody, fundingOptionsQuery } from "@/lib/lending/funding/schema";
import { merchantRecord } from "@/lib/terms/merchant-data/schema";
import { koboByRule } from "@/test/oracles/amount-oracle";
import { fc } from "@/test/proof";
import { isWholeKobo, kobo, minus, plus, shareOf, sumOf, toKobo, withoutNoise, zero } from "./money";
import { amount } from "./validation";

const nextToAHalf = fc
  .tuple(fc.integer({ min: 0, max: 1e12 }), fc.integer({ min: -20, max: 20 }))
  .map(([amount, steps]) => ((amount + 0.5) / 100) * (1 + steps * Number.EPSILON));

test("kobo are those of the amount cut to 15 digits, however they are computed", () => {
  const naira = fc.oneof(fc.double({ min: 0, max: 1e13, noNaN: true }), nextToAHalf, fc.constantFrom(0, -0, 0.005));
  fc.assert(
    fc.property(naira, (amount) => {
      expect(toKobo(amount)).toBe(Math.round(Number((amount * 100).toPrecision(15))));
    }),
  );
});

test("shares are those of whole numbers of any length, however they are computed", () => {
  const amounts = fc.oneof(fc.maxSafeNat(), fc.nat(2 ** 30), fc.integer({ min: 2 ** 53 - 40_000, max: 2 ** 53 - 1 }));
  fc.assert(
    fc.property(amounts.map(kobo), fc.oneof(fc.nat(20_000), fc.constant(1)), (amount, basisPoints) => {
      const exact = (BigInt(amount) * BigInt(basisPoints) + 5_000n) / 10_000n;
      if (exact > BigInt(Number.MAX_SAFE_INTEGER)) expect(() => shareOf(amount, basisPoints)).toThrow(RangeError);
      else expect(shareOf(amount, basisPoints)).toBe(Number(exact));
    }),
  );
});

test.each([0.5, Number.NaN, Number.POSITIVE_INFINITY, 2 ** 53, -(2 ** 53)])("%d is no amount in kobo", (value) => {
  expect(() => kobo(value)).toThrow(RangeError);
});

test("amounts that outgrow the whole numbers of a double are refused where they arise", () => {
  const most = kobo(Number.MAX_SAFE_INTEGER);
  expect(() => plus(most, kobo(1))).toThrow(RangeError);
  expect(minus(zero, most)).toBe(Number.MIN_SAFE_INTEGER);
  expect(() => minus(kobo(-1), most)).toThrow(RangeError);
  expect(() => sumOf([most, most])).toThrow(RangeError);
  expect(() => toKobo(1e14)).toThrow(RangeError);
  expect(sumOf([])).toBe(zero);
});

test("whether an amount has whole kobo can be asked of any number", () => {
  expect([1e300, -0.1, 0.001].map(isWholeKobo)).toEqual([true, true, false]);
  // Sums and products of whole kobo, as floating point has them, are whole; a thousandth of a naira beside them is not.
  const noisy = [1234.56 * 10, 0.1 + 0.2, 122_943.91 * 10, 1e13 - 0.01];
  expect(noisy.map(isWholeKobo)).toEqual(noisy.map(() => true));
  expect([12_345.601, 0.301, 1e9 + 0.001].map(isWholeKobo)).toEqual([false, false, false]);
});

/** Amounts as programs compute them. Where 8 units in the last place approach half a kobo, no kobo is the only one. */
const computed = fc
  .tuple(fc.nat(1e9), fc.nat(1e9), fc.integer({ min: 1, max: 1_000 }), fc.constantFrom("+", "-", "*", "/"))
  .map(([one, other, count, sign]) => {
    const [a, b] = [one / 100, other / 100];
    if (sign === "*") return a * count;
    if (sign === "/") return (a * count) / count;
    return sign === "+" ? a + b : a - b;
  });
const besideKobo = fc
  .tuple(fc.integer({ min: 0, max: 1e14 }), fc.integer({ min: -30, max: 30 }))
  .map(([whole, steps]) => (whole / 100) * (1 + steps * Number.EPSILON));
const besideByLittle = fc
  .tuple(fc.nat(1e9), fc.double({ min: -3e-8, max: 3e-8, noNaN: true }))
  .map(([whole, little]) => whole / 100 + little);

test("what is within a millionth of a kobo, or within 8 units in the last place, is that kobo: by exact arithmetic", () => {
  const naira = fc.oneof(computed, besideKobo, besideByLittle, fc.double({ min: -1, max: 1e12, noNaN: true }));
  fc.assert(
    fc.property(naira, (value) => {
      // One unit, and a hundredth of a millionth, are left to the rounding of the comparison itself.
      const surely = koboByRule(value, { places: 7n, hundredths: 99n });
      const perhaps = koboByRule(value, { places: 9n, hundredths: 101n });
      if (surely !== null) expect(toKobo(withoutNoise(value))).toBe(Number(surely) || 0);
      if (perhaps === null) expect(isWholeKobo(value)).toBe(false);
      if (!isWholeKobo(value)) expect(withoutNoise(value)).toBe(value);
    }),
  );
});

test("amounts that come in lose their noise before their bounds are looked at", () => {
  const parsed = (value: number, schema: z.ZodType = amount) => schema.safeParse(value).data;
  expect([1234.56 * 10, 0.1 + 0.2, 0.3 - 0.1 - 0.2, 1e13 + 2 ** -9].map((value) => parsed(value))).toEqual([
    12_345.6, 0.3, 0, 1e13,
  ]);
  expect([12.345, 0.301, -0.01, -0.001, 1e13 + 0.01, 1e300].map((value) => parsed(value))).toEqual(
    Array(6).fill(undefined),
  );
  expect(parsed(1_000 - 1e-10, createFundingRequestBody.shape.amountRequested)).toBe(1_000);
  const asked = (text: string) => fundingOptionsQuery.safeParse({ amount: text }).data?.amount;
  expect(["12345.599999999999", "12345.6", "12.345", "99999999999999"].map(asked)).toEqual([
    12_345.6,
    12_345.6,
    undefined,
    undefined,
  ]);
  expect(parsed(0.3 - 0.1 - 0.2, merchantRecord.shape.salesPerformance.shape.gmv30Days)).toBe(0);
});
