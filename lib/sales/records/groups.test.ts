import { expect, test } from "vitest";
import { merchantRecord, salesHistory } from "@/test/factories/merchant-record";
import { instant } from "@/test/time";
import { carriedParts, hasPart, inOrder, optionalGroups, refundMonths, sharedGroups, withPart } from "./groups";

const months = salesHistory([1, 2, 3, 4, 5, 6], instant("2026-07-15T00:00:00Z"));
const march = "monthlySalesHistory.2026-03";

test("every group but identity and sales may be left out", () => {
  expect([...optionalGroups].sort()).toEqual(
    Object.keys(merchantRecord())
      .filter((group) => group !== "merchantIdentity" && group !== "salesPerformance")
      .sort(),
  );
  expect(sharedGroups(merchantRecord())).toEqual(optionalGroups);
  expect(sharedGroups(merchantRecord({ fulfillmentMetrics: undefined }))).not.toContain("fulfillmentMetrics");
});

test("a group that says nothing the service knows is left out", () => {
  const { behavioralRisk: _, ...record } = merchantRecord();
  expect(sharedGroups({ ...record, behavioralRisk: {} })).not.toContain("behavioralRisk");
  expect(sharedGroups({ ...record, behavioralRisk: { mood: "good" } })).not.toContain("behavioralRisk");
  expect(sharedGroups({ ...record, behavioralRisk: { policyViolationsSeverity: null } })).toContain("behavioralRisk");
});

test("a record not validated yet may hold anything", () => {
  const strange = { behavioralRisk: 7, historicalCredit: null, monthlySalesHistory: [null, 7, {}] };
  expect(sharedGroups(strange)).toEqual(["monthlySalesHistory"]);
  expect(refundMonths(strange, true)).toEqual([]);
  expect(refundMonths({ monthlySalesHistory: "" }, false)).toEqual([]);
});

test("a month's refunds are told, or not, or there is no such month", () => {
  const told = merchantRecord({
    monthlySalesHistory: months.map((one, i) => (i === 2 ? { ...one, refundAmount: 0 } : one)),
  });
  const silent = merchantRecord({ monthlySalesHistory: months });
  expect(refundMonths(told, true)).toEqual([march]);
  expect(refundMonths(told, false)).toHaveLength(5);
  expect([hasPart(told, march), hasPart(silent, march)]).toEqual([true, false]);
  expect(hasPart(silent, "monthlySalesHistory.2025-03")).toBe(true);
  expect(withPart(silent, march, told)).toEqual(told);
});

test("parts come in the order of the record, a group before what is in it", () => {
  const ordered = [
    "merchantIdentity.verificationStatus",
    "behavioralRisk",
    "behavioralRisk.hasFraudFlags",
    "monthlySalesHistory",
    "monthlySalesHistory.2026-02",
    march,
  ] as const;
  expect(inOrder(ordered.toReversed())).toEqual(ordered);
  expect(carriedParts({ [march]: "sub_1", monthlySalesHistory: "sub_2" })).toEqual([
    { part: "monthlySalesHistory", submissionId: "sub_2" },
    { part: march, submissionId: "sub_1" },
  ]);
});
