import { describe, expect, test } from "vitest";
import { day, later } from "@/lib/kernel/calendar";
import { scoredFields } from "@/lib/sales/scoring/factors";
import { score } from "@/lib/sales/scoring/score";
import { isStale } from "@/lib/sales/scoring/staleness";
import type { RecordOverrides } from "@/lib/terms/fixtures/merchant-record.mjs";
import type { MerchantRecord, Part } from "@/lib/terms/merchant-data/schema";
import { limitsFor } from "@/lib/terms/scoring/limits";
import { records } from "@/test/factories/any-record";
import { merchantRecord, recordMoment, salesHistory } from "@/test/factories/merchant-record";
import { fc } from "@/test/proof";
import { carryOver, type Source } from "./carry-over";
import { hasPart, optionalGroups, partPath, parts, refundMonths } from "./groups";

const earlier = later(recordMoment, -30 * day);
const sourceOf = (record: MerchantRecord): Source => ({ submissionId: "sub_1", submittedAt: earlier, record });
/** What a record shares, as it is found for data that leaves any of it out. */
const partsOf = (record: MerchantRecord) =>
  new Map(
    [...parts.filter((part) => hasPart(record, part)), ...refundMonths(record, true)].map((part) => [
      part,
      sourceOf(record),
    ]),
  );
const saidBy = (record: MerchantRecord, part: Part) => {
  const { group, field } = partPath(part);
  return Reflect.get(record[group] ?? {}, field ?? "");
};
const scoreOf = (record: MerchantRecord) =>
  score({ record, asOf: recordMoment, limits: limitsFor(record, { marketplaceMax: null, lenderMax: null }) });
const capOf = (record: MerchantRecord) => scoreOf(record).maxLendingCap;
/** Grows with the cap, and where that stays with the points. */
const worth = (record: MerchantRecord) => capOf(record) + scoreOf(record).totalScore;
const required = new Set(["merchantId", "businessName", "country"].map((field) => `merchantIdentity.${field}`));

test("takes what is left out from the source, and nothing that is there", () => {
  const bad = merchantRecord({ fulfillmentMetrics: { disputeRate: 50 }, behavioralRisk: { accountSuspensions: 3 } });
  const sent = merchantRecord({ fulfillmentMetrics: undefined });
  const sources = new Map([
    ["fulfillmentMetrics", sourceOf(bad)],
    ["behavioralRisk", sourceOf(bad)],
  ] as const);
  const { record, carried, conductAsOf } = carryOver(sent, recordMoment, sources);
  expect(record).toEqual({ ...sent, fulfillmentMetrics: bad.fulfillmentMetrics });
  expect(carried).toEqual({ fulfillmentMetrics: "sub_1" });
  expect(conductAsOf).toEqual({ suspensions: recordMoment, violations: recordMoment });
  expect(sent.fulfillmentMetrics).toBeUndefined();
});

test("conduct is as old as the data that told of it", () => {
  const silent = merchantRecord({ behavioralRisk: undefined });
  const told = partsOf(merchantRecord());
  expect(carryOver(silent, recordMoment, told).conductAsOf).toEqual({ suspensions: earlier, violations: earlier });
  expect(carryOver(silent, recordMoment, new Map()).conductAsOf).toEqual({ suspensions: null, violations: null });
  const quiet = merchantRecord({ behavioralRisk: { accountSuspensions: undefined } });
  const { conductAsOf } = carryOver(quiet, recordMoment, told);
  expect(conductAsOf).toEqual({ suspensions: earlier, violations: recordMoment });
});

test("a carried history that has become stale counts as none", () => {
  const sent = merchantRecord({ monthlySalesHistory: undefined });
  const from = (end: string) =>
    sourceOf(merchantRecord({ monthlySalesHistory: salesHistory(Array(6).fill(1e6), new Date(end)) }));
  const fresh = carryOver(sent, recordMoment, new Map([["monthlySalesHistory", from("2026-06-15")]] as const));
  expect(fresh.carried).toEqual({ monthlySalesHistory: "sub_1" });
  const stale = carryOver(sent, recordMoment, new Map([["monthlySalesHistory", from("2026-05-15")]] as const));
  expect(stale).toMatchObject({ carried: {}, record: sent });
  expect(capOf(stale.record)).toBe(capOf(sent));
});

test("leaving out a history that was stale when it was shared does not make it none", () => {
  const monthlySalesHistory = salesHistory(Array(6).fill(1e6), new Date("2026-03-15"));
  const stale = merchantRecord({ monthlySalesHistory });
  const sent = merchantRecord({ monthlySalesHistory: undefined });
  const { record, carried } = carryOver(
    sent,
    recordMoment,
    new Map([["monthlySalesHistory", sourceOf(stale)]] as const),
  );
  expect(carried).toEqual({ monthlySalesHistory: "sub_1" });
  expect([capOf(stale), capOf(record)]).toEqual([0, 0]);
  expect(capOf(sent)).toBeGreaterThan(0);
});

test("a field missing in a group that is there is taken; one that the group does not lack is not", () => {
  const bad = merchantRecord({ fulfillmentMetrics: { disputeRate: 50, refundRate: 50 } });
  const sent = merchantRecord({ fulfillmentMetrics: { disputeRate: undefined } });
  const { record, carried } = carryOver(sent, recordMoment, partsOf(bad));
  expect(record.fulfillmentMetrics).toEqual({ ...sent.fulfillmentMetrics, disputeRate: 50 });
  expect(carried).toEqual({ "fulfillmentMetrics.disputeRate": "sub_1" });
});

const fields = parts.filter((part) => scoredFields.has(part));
const leftOut = fc.subarray([...optionalGroups, ...fields], { minLength: 1 });
const refundsLeftOut = fc.subarray([0, 1, 2, 3, 4, 5]);

/** A record without these parts, and without the refunds of these months of its history. */
function without(record: MerchantRecord, names: readonly Part[], months: readonly number[] = []): MerchantRecord {
  const silent = structuredClone(record);
  for (const name of names) {
    const { group, field } = partPath(name);
    if (field !== null) Reflect.deleteProperty(silent[group] ?? {}, field);
    else Reflect.deleteProperty(silent, group);
  }
  for (const i of months) Reflect.deleteProperty(silent.monthlySalesHistory?.[i] ?? {}, "refundAmount");
  return silent;
}

/** The newest source of each part, as it is looked for. */
const newestOf = (...newestFirst: MerchantRecord[]) =>
  new Map(newestFirst.toReversed().flatMap((record) => [...partsOf(record)]));

describe("silence never pays", () => {
  test("leaving out groups, fields, or refunds of months comes to the same as saying them again", () => {
    fc.assert(
      fc.property(records, leftOut, refundsLeftOut, (record, names, months) => {
        const until = record.monthlySalesHistory?.at(-1)?.month ?? null;
        fc.pre(isStale(until, earlier) || !isStale(until, recordMoment));
        const carried = carryOver(without(record, names, months), recordMoment, newestOf(record)).record;
        expect(scoreOf(carried)).toEqual(scoreOf(record));
      }),
    );
  });

  test("each field is as it was last said", () => {
    fc.assert(
      fc.property(records, records, records, leftOut, (before, earlierData, today, names) => {
        const silent = without(today, names);
        const carried = carryOver(silent, recordMoment, newestOf(earlierData, before)).record;
        for (const part of fields) {
          const known = [silent, earlierData, before].find((record) => hasPart(record, part));
          expect(saidBy(carried, part)).toEqual(known && saidBy(known, part));
        }
      }),
    );
  });

  test("what is not carried over earns nothing by being left out", () => {
    const others = parts.filter((part) => part.includes(".") && !scoredFields.has(part) && !required.has(part));
    fc.assert(
      fc.property(records, fc.subarray(others, { minLength: 1 }), (record, names) => {
        expect(capOf(without(record, names))).toBeLessThanOrEqual(capOf(record));
      }),
    );
  });

  // Each of these raised a cap when it was left out.
  test.each([
    { revenueConsistency: { zeroSalesMonths: 3 }, monthlySalesHistory: undefined },
    { merchantIdentity: { verificationStatus: false } },
    { payoutCashFlow: { settlementDelays: 20, failedPayouts: 6, walletBalanceUsage: 100 } },
    { historicalCredit: { repaidLoans: 1, latePayments: 5, maxDaysPastDue: 90 } },
  ] satisfies RecordOverrides[])("%j", (overrides) => {
    const said = merchantRecord(overrides);
    const names = Object.entries(overrides).flatMap(([group, fields]) =>
      Object.keys(fields ?? {}).map((field) => `${group}.${field}` as Part),
    );
    const silent = without(said, names);
    expect(worth(silent)).toBeGreaterThan(worth(said));
    expect(scoreOf(carryOver(silent, recordMoment, newestOf(said)).record)).toEqual(scoreOf(said));
  });
});
