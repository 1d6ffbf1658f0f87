import { expect, test } from "vitest";
import { kobo } from "@/lib/kernel/money";
import { nothingDue } from "./overview-stats";

test.each([
  [0, 0, 0, "No loan is out"],
  [0, 2, 0, "No sales in this time to repay from"],
  [0, 0, 5, "No sales in this time to repay from; 5 loans in default from before"],
  [100, 1, 5, "The payout period of these sales is not over"],
])("of sales that made nothing due: %i agreed, %i loans active, %i in default", (agreed, active, defaulted, said) => {
  expect(nothingDue(kobo(agreed), active, defaulted)).toBe(said);
});
