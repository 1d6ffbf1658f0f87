import { expect, test } from "vitest";
import { now } from "@/test/time";
import { lacksOperatorFactor } from "./second-factor-policy";

const [without, withOne] = [{ secondFactorSince: null }, { secondFactorSince: now() }];

test("an operator needs a second factor for live data, and in production for anything", async () => {
  expect(lacksOperatorFactor(without, "test")).toBe(false);
  expect(lacksOperatorFactor(without, "live")).toBe(true);
  expect(lacksOperatorFactor(withOne, "live")).toBe(false);
});
