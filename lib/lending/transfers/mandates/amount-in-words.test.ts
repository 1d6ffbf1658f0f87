import { expect, test } from "vitest";
import { kobo } from "@/lib/kernel/money";
import { amountInWords } from "./amount-in-words";

test.each([
  [0, "zero naira"],
  [100, "one naira"],
  [50, "fifty kobo"],
  [101, "one naira, one kobo"],
  [1_900, "nineteen naira"],
  [2_000, "twenty naira"],
  [9_900, "ninety-nine naira"],
  [10_000, "one hundred naira"],
  [10_100, "one hundred and one naira"],
  [99_999, "nine hundred and ninety-nine naira, ninety-nine kobo"],
  [100_000, "one thousand naira"],
  [100_500, "one thousand and five naira"],
  [110_000, "one thousand one hundred naira"],
  [10_900_000, "one hundred and nine thousand naira"],
  [10_900_050, "one hundred and nine thousand naira, fifty kobo"],
  [100_000_100, "one million and one naira"],
  [
    123_456_789,
    "one million two hundred and thirty-four thousand five hundred and sixty-seven naira, eighty-nine kobo",
  ],
  [100_000_000_000, "one billion naira"],
  [1_000_000_000_000_000, "ten trillion naira"],
])("%j kobo: %s", (amount, words) => {
  expect(amountInWords(kobo(amount))).toBe(words);
});
