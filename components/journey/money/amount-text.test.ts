import { expect, test } from "vitest";
import { fc } from "@/test/proof";
import { amountOf, shownText, typedText } from "./amount-text";

test.each([
  ["250000", 250_000],
  ["250,000", 250_000],
  ["₦ 250,000.50", 250_000.5],
  [" 1 000 ", 1_000],
  ["12.", 12],
  // As it stands while digits are added to an amount that is shown with commas.
  ["250,0000", 2_500_000],
  ["2500000,50", 2_500_000.5],
  ["2500000,5", 2_500_000.5],
  ["₦ 2 500 000,50", 2_500_000.5],
])("%j is an amount", (typed, amount) => {
  expect(amountOf(typed)).toBe(amount);
});

test.each(["", "abc", "12.345", "-5", "1e5", "1.2.3", "12345678901234"])("%j is none", (typed) => {
  expect(amountOf(typed)).toBeNaN();
});

test.each(["2,500,000,50", "2,500,5", "2.500.000,50", "1.234,50", "12.3,4", ",50"])(
  "%j could mean two amounts, so it is none",
  (typed) => {
    expect(amountOf(typed)).toBeNaN();
  },
);

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

test("the field shows what is being typed, unless another amount was chosen meanwhile", () => {
  expect(shownText("250,0000", 2_500_000)).toBe("250,0000");
  expect(shownText("abc", Number.NaN)).toBe("abc");
  expect(shownText("9000000", 250_000)).toBe("250,000");
  expect(shownText(null, 250_000)).toBe("250,000");
});

test("with a decimal comma, an amount is never read as a hundred times as much", () => {
  fc.assert(
    fc.property(fc.integer({ min: 0, max: 1e12 }), (kobo) => {
      const decimals = kobo % 100 === 0 ? 0 : 2;
      const german = (kobo / 100).toLocaleString("de-DE", { minimumFractionDigits: decimals });
      const read = amountOf(german.replaceAll(".", ""));
      expect(read).toBe(kobo / 100);
    }),
  );
});
