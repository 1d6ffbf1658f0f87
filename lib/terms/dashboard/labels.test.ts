import { expect, it } from "vitest";
import { repaidShare } from "./labels";

it.each([
  [0, "0%"],
  [8.2, "8.2%"],
  [21.84, "21.8%"],
  [(2_299_999 * 100) / 2_300_000, "99.9%"],
  [100, "100%"],
])("of %d percent %s is said to be repaid", (percent, words) => {
  expect(repaidShare(percent)).toBe(words);
});
