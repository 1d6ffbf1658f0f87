import { expect, test } from "vitest";
import { fc } from "@/test/proof";
import { shareOf, toKobo } from "./money";

const nextToAHalf = fc
  .tuple(fc.integer({ min: 0, max: 1e12 }), fc.integer({ min: -20, max: 20 }))
  .map(([kobo, steps]) => ((kobo + 0.5) / 100) * (1 + steps * Number.EPSILON));

test("kobo are those of the amount cut to 15 digits, however they are computed", () => {
  const naira = fc.oneof(fc.double({ min: 0, max: 1e13, noNaN: true }), nextToAHalf, fc.constantFrom(0, -0, 0.005));
  fc.assert(
    fc.property(naira, (amount) => {
      expect(toKobo(amount)).toBe(Math.round(Number((amount * 100).toPrecision(15))));
    }),
  );
});

test("shares are those of whole numbers of any length, however they are computed", () => {
  const kobo = fc.oneof(fc.maxSafeNat(), fc.nat(2 ** 30), fc.integer({ min: 2 ** 53 - 40_000, max: 2 ** 53 - 1 }));
  fc.assert(
    fc.property(kobo, fc.oneof(fc.nat(20_000), fc.constant(1)), (amount, basisPoints) => {
      const exact = (BigInt(amount) * BigInt(basisPoints) + 5_000n) / 10_000n;
      expect(shareOf(amount, basisPoints)).toBe(Number(exact));
    }),
  );
});
