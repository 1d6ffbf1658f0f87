import { expect, test } from "vitest";
import { merchantRecord } from "@/test/factories/merchant-record";
import { missingGroups, optionalGroups, sharedGroups } from "./groups";

test("every group but identity and sales may be left out", () => {
  expect([...optionalGroups].sort()).toEqual(
    Object.keys(merchantRecord())
      .filter((group) => group !== "merchantIdentity" && group !== "salesPerformance")
      .sort(),
  );
  expect(sharedGroups(merchantRecord())).toEqual(optionalGroups);
  expect(missingGroups(merchantRecord({ fulfillmentMetrics: undefined }))).toEqual(["fulfillmentMetrics"]);
});

test("a group that says nothing the service knows is left out", () => {
  const { behavioralRisk: _, ...record } = merchantRecord();
  expect(missingGroups({ ...record, behavioralRisk: {} })).toEqual(["behavioralRisk"]);
  expect(missingGroups({ ...record, behavioralRisk: { mood: "good" } })).toEqual(["behavioralRisk"]);
  expect(missingGroups({ ...record, behavioralRisk: { policyViolationsSeverity: null } })).toEqual([]);
});

test("a record not validated yet may hold anything", () => {
  expect(missingGroups({ behavioralRisk: 7, historicalCredit: null, monthlySalesHistory: "" })).toEqual(optionalGroups);
});
