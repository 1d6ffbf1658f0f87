import { afterEach, beforeEach, describe, expect, type MockInstance, test, vi } from "vitest";
import { transaction } from "@/db/client";
import type { Tenant } from "@/lib/kernel/actor";
import { everyMerchantOf } from "@/lib/kernel/reach";
import { useDatabase } from "@/test/database";
import { createMarketplace } from "@/test/factories/marketplace";
import { merchantRecord } from "@/test/factories/merchant-record";
import { now } from "@/test/time";
import * as checks from "./check-record";
import { processRecords } from "./process-records";

useDatabase();

let tenant: Tenant;
/** The very check, with its calls counted. */
let checkRecord: MockInstance<typeof checks.checkRecord>;
beforeEach(async () => {
  tenant = (await createMarketplace()).test;
  checkRecord = vi.spyOn(checks, "checkRecord");
});
afterEach(() => vi.restoreAllMocks());

const good = (i: number) => merchantRecord({ merchantIdentity: { merchantId: `shop-${i}` } });
const list = <One>(count: number, make: (i: number) => One) => Array.from({ length: count }, (_, i) => make(i));

/** Processes records beside somebody who wants a turn of the event loop again and again: what was done between two turns. */
async function between(records: unknown[]) {
  const begun = () => checkRecord.mock.calls.length;
  const counts: number[] = [];
  let before = 0;
  let over = false;
  const turn = () => {
    counts.push(begun() - before);
    before = begun();
    if (!over) setImmediate(turn);
  };
  setImmediate(turn);
  const at = now();
  const processed = await transaction(() =>
    processRecords({ reach: everyMerchantOf(tenant), records, scope: { kind: "any" }, submittedAt: at, now: at }),
  );
  over = true;
  return { processed, busy: counts.filter((count) => count > 0) };
}

describe("others get their turn", () => {
  test("after every fifty records of a thousand at the latest", async () => {
    const { processed, busy } = await between(list(1_000, good));
    expect(processed.processedMerchantIds.length).toBe(1_000);
    expect(busy.reduce((sum, count) => sum + count, 0)).toBe(1_000);
    expect(Math.max(...busy)).toBeLessThanOrEqual(50);
  });

  test("also among records that are all bad, whether they have an id or none", async () => {
    const nameless = list(200, () => ({ salesPerformance: {} }));
    const wrong = list(200, (i) => ({ ...good(i), salesPerformance: { gmv30Days: -1 } }));
    const { processed, busy } = await between([...nameless, ...wrong]);
    expect(processed.failed).toBe(400);
    expect(Math.max(...busy)).toBeLessThanOrEqual(50);
  });

  test("sooner in a process that is slow", async () => {
    let clock = 0;
    // Whenever somebody looks, a second has gone by.
    vi.spyOn(performance, "now").mockImplementation(() => {
      clock += 1_000;
      return clock;
    });
    const { processed, busy } = await between(list(20, good));
    expect(processed.processedMerchantIds.length).toBe(20);
    expect(busy).toEqual(list(20, () => 1));
  });
});

test("a list of which nothing is sound stores nothing and says of each what is wrong", async () => {
  const at = now();
  const records = [null, { merchantIdentity: { merchantId: " " } }, { merchantIdentity: { merchantId: "shop-1" } }];
  const processed = await transaction(() =>
    processRecords({ reach: everyMerchantOf(tenant), records, scope: { kind: "any" }, submittedAt: at, now: at }),
  );
  expect(processed).toMatchObject({ failed: 3, processedMerchantIds: [] });
  expect(new Set(processed.errors.map(({ merchantId, index }) => index ?? merchantId))).toEqual(
    new Set([0, 1, "shop-1"]),
  );
});

test("a record of a list takes null for what it leaves out, and is stored without it", async () => {
  const at = now();
  const sent = { ...good(1), behavioralRisk: null, fulfillmentMetrics: { refundRate: null, disputeRate: 1 } };
  const processed = await transaction(() =>
    processRecords({
      reach: everyMerchantOf(tenant),
      records: [sent],
      scope: { kind: "any" },
      submittedAt: at,
      now: at,
    }),
  );
  expect(processed).toMatchObject({ failed: 0, processedMerchantIds: ["shop-1"] });
  const { behavioralRisk: _, ...rest } = good(1);
  expect(checkRecord.mock.results.map(({ value }) => value)).toEqual([
    { record: { ...rest, fulfillmentMetrics: { disputeRate: 1 } } },
  ]);
});
