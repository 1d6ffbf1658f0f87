import { expect, test } from "vitest";
import { fc } from "@/test/proof";
import { amountOf, typedText } from "./amount-text";

test.each([
  ["250000", 250_000],
  ["250,000", 250_000],
  ["₦ 250,000.50", 250_000.5],
  [" 1 000 ", 1_000],
  ["12.", 12],
])("%j is an amount", (typed, amount) => {
  expect(amountOf(typed)).toBe(amount);
});

test.each(["", "abc", "12.345", "-5", "1e5", "1.2.3", "12345678901234"])("%j is none", (typed) => {
  expect(amountOf(typed)).toBeNaN();
});

test("what the field shows reads back as the same amount", () => {
  fc.assert(
    fc.property(fc.integer({ min: 0, max: 1e12 }), (kobo) => {
      expect(amountOf(typedText(kobo / 100))).toBe(kobo / 100);
    }),
  );
  expect(typedText(250_000)).toBe("250,000");
  expect(typedText(0.5)).toBe("0.50");
  expect(typedText(Number.NaN)).toBe("");
});
