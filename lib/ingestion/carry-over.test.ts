import { expect, test } from "vitest";
import { day, later } from "@/lib/calendar";
import { optionalGroups } from "@/lib/merchant-data/groups";
import type { MerchantRecord } from "@/lib/merchant-data/schema";
import { limitsFor } from "@/lib/scoring/limits";
import { score } from "@/lib/scoring/score";
import { isStale } from "@/lib/scoring/staleness";
import { records } from "@/test/factories/any-record";
import { merchantRecord, recordMoment, salesHistory } from "@/test/factories/merchant-record";
import { fc } from "@/test/proof";
import { carryOver, type Source } from "./carry-over";

const earlier = later(recordMoment, -30 * day);
const sourceOf = (record: MerchantRecord): Source => ({ submissionId: "sub_1", submittedAt: earlier, record });
const capOf = (record: MerchantRecord) =>
  score({ record, asOf: recordMoment, limits: limitsFor(record, { marketplaceMax: null, lenderMax: null }) })
    .maxLendingCap;

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
  expect(conductAsOf).toBe(recordMoment);
  expect(sent.fulfillmentMetrics).toBeUndefined();
});

test("conduct is as old as the data that told of it", () => {
  const silent = merchantRecord({ behavioralRisk: undefined });
  const told = new Map([["behavioralRisk", sourceOf(merchantRecord())]] as const);
  expect(carryOver(silent, recordMoment, told).conductAsOf).toBe(earlier);
  expect(carryOver(silent, recordMoment, new Map()).conductAsOf).toBeNull();
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

const groupsLeftOut = fc.subarray([...optionalGroups], { minLength: 1 });

test("leaving out groups never raises a cap of a merchant who shared them", () => {
  fc.assert(
    fc.property(records, records, groupsLeftOut, (earlierData, today, groups) => {
      const sources = new Map(
        groups.flatMap((group) => (earlierData[group] ? [[group, sourceOf(earlierData)] as const] : [])),
      );
      const silent = { ...today };
      for (const group of groups) delete silent[group];
      // A group that was never shared stays missing either way.
      const said = { ...silent };
      for (const group of sources.keys()) Object.assign(said, { [group]: earlierData[group] });
      const until = sources.has("monthlySalesHistory") ? earlierData.monthlySalesHistory?.at(-1)?.month : undefined;
      fc.pre(until === undefined || isStale(until, earlier) || !isStale(until, recordMoment));
      expect(capOf(carryOver(silent, recordMoment, sources).record)).toBeLessThanOrEqual(capOf(said));
    }),
  );
});
