import { expect, test } from "vitest";
import { day } from "@/lib/kernel/calendar";
import { toKobo, zero } from "@/lib/kernel/money";
import { score } from "@/lib/sales/scoring/score";
import { merchantRecord } from "@/lib/terms/merchant-data/schema";
import { riskTiers } from "@/lib/terms/scoring/constants";
import { fates } from "./fates";
import { plansOf, programmeWeeks } from "./plan";
import { recordOf } from "./record";
import { salesBetween } from "./sales";
import { shelves } from "./shelves";

const days = programmeWeeks * 7;
const begin = new Date("2026-02-23T00:00:00Z");
const plans = plansOf(days);

test("two hundred merchants are planned the same each time, each with a name and an id of its own, as they join", () => {
  expect(plansOf(days)).toEqual(plans);
  expect(plans).toHaveLength(200);
  for (const key of ["ref", "businessName"] as const) {
    expect(new Set(plans.map((plan) => plan[key])).size, key).toBe(200);
  }
  const joining = plans.map(({ joins }) => joins);
  expect(joining).toEqual(joining.toSorted((one, other) => one - other));
  for (const [fate, { count }] of Object.entries(fates)) {
    expect(
      plans.filter((plan) => plan.fate === fate),
      fate,
    ).toHaveLength(count);
  }
  // The owner of another's: one who has borrowed before.
  for (const { ownerOf, ref } of plans.filter(({ fate }) => fate === "above-owner-exposure")) {
    expect(plans.findIndex((plan) => plan.ref === ownerOf)).toBeLessThan(plans.findIndex((plan) => plan.ref === ref));
    expect(plans.find((plan) => plan.ref === ownerOf)?.fate).toBe("steady");
  }
});

test("sales add up however they are cut, and follow the season of what is sold", () => {
  const [plan] = plans;
  if (!plan) throw new Error("There is no plan.");
  const at = (number: number) => new Date(begin.getTime() + number * day);
  const whole = salesBetween(plan, begin, at(-100), at(20));
  expect(salesBetween(plan, begin, at(-100), at(3)) + salesBetween(plan, begin, at(3), at(20))).toBeCloseTo(whole, 3);
  expect(salesBetween(plan, begin, at(5), at(5))).toBe(0);

  const even = { ref: "even", monthly: 1_000_000, growth: 0, swing: 0 };
  const fashion = shelves[0];
  const month = (from: string, to: string) =>
    salesBetween({ ...even, shelf: fashion }, begin, new Date(from), new Date(to));
  expect(month("2026-12-01", "2026-12-29") / month("2026-01-01", "2026-01-29")).toBeCloseTo(1.5 / 0.72, 1);
  expect(month("2026-03-01", "2026-03-29")).toBeGreaterThan(700_000);
});

test("the records that are sent are valid, and merchants of every tier are among them", () => {
  const asOf = new Date("2026-11-20T10:00:00Z");
  const limits = { externalDebt: zero, marketplaceMax: toKobo(50_000_000), lenderMax: toKobo(50_000_000) };
  const tiers = plans.map((plan) => {
    const record = merchantRecord.parse(recordOf(plan, begin, asOf));
    return { fate: plan.fate, ...score({ record, asOf, limits }) };
  });
  for (const tier of riskTiers)
    expect(
      tiers.some(({ riskTier }) => riskTier === tier),
      tier,
    ).toBe(true);
  for (const { fate, riskTier, maxLendingCap } of tiers) {
    if (fate === "risk-tier-blocked") expect(riskTier).toBe("E");
    if (fate === "steady") expect(maxLendingCap, riskTier).toBeGreaterThan(0);
  }
});
