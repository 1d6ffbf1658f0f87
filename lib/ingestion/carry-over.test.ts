import { expect, test } from "vitest";
import { day, later } from "@/lib/calendar";
import { hasPart, partPath, parts, withPart } from "@/lib/merchant-data/groups";
import type { MerchantRecord, Part } from "@/lib/merchant-data/schema";
import { decisiveFields } from "@/lib/scoring/decisive-fields";
import { limitsFor } from "@/lib/scoring/limits";
import { score } from "@/lib/scoring/score";
import { isStale } from "@/lib/scoring/staleness";
import { records } from "@/test/factories/any-record";
import { merchantRecord, recordMoment, salesHistory } from "@/test/factories/merchant-record";
import { fc } from "@/test/proof";
import { carryOver, type Source } from "./carry-over";
import { decisiveIn, missingParts } from "./shared-parts";

const earlier = later(recordMoment, -30 * day);
const sourceOf = (record: MerchantRecord): Source => ({ submissionId: "sub_1", submittedAt: earlier, record });
/** What a record shares, as it is found for data that leaves any of it out. */
const partsOf = (record: MerchantRecord) =>
  new Map(parts.filter((part) => hasPart(record, part)).map((part) => [part, sourceOf(record)]));
const saidBy = (record: MerchantRecord, part: Part) => {
  const { group, field } = partPath(part);
  return Reflect.get(record[group] ?? {}, field ?? "");
};
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

const leftOut = fc.subarray([...parts.filter((part) => !part.includes(".") || decisiveFields.has(part))], {
  minLength: 1,
});

test("leaving out groups or decisive fields never raises a cap of a merchant who shared them", () => {
  fc.assert(
    fc.property(records, records, records, leftOut, (before, earlierData, today, names) => {
      const silent = structuredClone(today);
      for (const name of names) {
        const { group, field } = partPath(name);
        if (field === null) delete silent[group];
        else if (silent[group]) Reflect.deleteProperty(silent[group], field);
      }
      // What it would say with everything that it left out as it was last said, older data first.
      let said = silent;
      const sources = new Map([...partsOf(before), ...partsOf(earlierData)]);
      for (const name of missingParts(silent)) {
        const { group, field } = partPath(name);
        const every = field === null ? [name, ...decisiveIn(group)] : [name];
        for (const part of every) {
          const source = sources.get(part);
          if (source && !hasPart(said, part)) said = withPart(said, part, source.record);
        }
      }
      const history = silent.monthlySalesHistory ? undefined : sources.get("monthlySalesHistory");
      const until = history?.record.monthlySalesHistory?.at(-1)?.month;
      fc.pre(until === undefined || isStale(until, earlier) || !isStale(until, recordMoment));
      const carried = carryOver(silent, recordMoment, sources).record;
      expect(capOf(carried)).toBeLessThanOrEqual(capOf(said));
      for (const part of decisiveFields) {
        const known = [silent, earlierData, before].find((record) => hasPart(record, part as Part));
        expect(saidBy(carried, part as Part)).toEqual(known && saidBy(known, part as Part));
      }
    }),
  );
});
