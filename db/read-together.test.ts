import { eq } from "drizzle-orm";
import { beforeAll, describe, expect, onTestFinished, test, vi } from "vitest";
import { sha256 } from "@/lib/kernel/crypto";
import { everyMerchantOf, reachOfRow } from "@/lib/kernel/reach";
import { findKeyHolder } from "@/lib/parties/marketplaces/queries";
import { readMerchantStatus } from "@/lib/surfaces/merchant-status/queries";
import { useDatabase } from "@/test/database";
import { anyMerchant } from "@/test/factories/kyc";
import { createMarketplace, type TestMarketplace } from "@/test/factories/marketplace";
import { now } from "@/test/time";
import { askedMerchants } from "./asked-merchants";
import { db, inTransaction, transaction } from "./client";
import { readTogether } from "./read-together";
import { secretKeys } from "./schema/marketplaces";
import { merchants } from "./schema/merchants";

useDatabase();

let one: TestMarketplace;
let other: TestMarketplace;
beforeAll(async () => {
  one = await createMarketplace();
  other = await createMarketplace();
});

/** How often a list was read, and whether in a transaction. */
const counting = () => {
  const lists: [items: number[], inside: boolean][] = [];
  const read = readTogether(async (items: number[]) => {
    lists.push([items, inTransaction()]);
    return items.map((item) => item * 2);
  });
  return { lists, read };
};

describe("reads that come together", () => {
  test("are one list", async () => {
    const { lists, read } = counting();
    expect(await Promise.all([1, 2, 3].map(read))).toEqual([2, 4, 6]);
    expect(lists).toEqual([[[1, 2, 3], false]]);
  });

  test("go on beside a list that does not come back", async () => {
    vi.useFakeTimers({ toFake: ["setTimeout", "clearTimeout"] });
    onTestFinished(() => void vi.useRealTimers());
    let comeBack = (_: number[]) => {};
    const stuck = new Promise<number[]>((resolve) => {
      comeBack = resolve;
    });
    let begun = () => {};
    const started = new Promise<void>((resolve) => {
      begun = resolve;
    });
    const read = readTogether(async (items: number[]) => {
      if (!items.includes(1)) return items;
      begun();
      return stuck;
    });
    const first = read(1);
    await started;
    const second = read(2);
    await vi.advanceTimersByTimeAsync(1_000);
    expect(await second).toBe(2);
    comeBack([1]);
    expect(await first).toBe(1);
  });

  test("stand by themselves inside a transaction", async () => {
    const { lists, read } = counting();
    expect(await transaction(() => Promise.all([1, 2].map(read)))).toEqual([2, 4]);
    expect(lists).toEqual([
      [[1], true],
      [[2], true],
    ]);
  });

  test("of a merchant see what the transaction has written", async () => {
    const { merchantId } = await anyMerchant(one.test);
    const renamed = await transaction(async () => {
      await db().update(merchants).set({ thirdPartyCustomerId: "renamed" }).where(eq(merchants.id, merchantId));
      return readMerchantStatus(everyMerchantOf(one.test), "renamed");
    });
    expect(renamed.merchantId).toBe(merchantId);
  });
});

test("merchants asked for in one statement are each found in the reach of whoever asks, and nowhere else", async () => {
  const [mine, neighbour, theirs, live] = [
    await anyMerchant(one.test),
    await anyMerchant(one.test),
    await anyMerchant(other.test),
    await anyMerchant(one.live),
  ];
  const ref = "same-everywhere";
  for (const { merchantId } of [mine, theirs, live]) {
    await db().update(merchants).set({ thirdPartyCustomerId: ref }).where(eq(merchants.id, merchantId));
  }
  const bound = reachOfRow({ ...one.test, merchantId: mine.merchantId });
  const [all, elsewhere, inLive] = [one.test, other.test, one.live].map(everyMerchantOf);
  const asked = [
    { reach: all, ref, found: mine },
    { reach: elsewhere, ref, found: theirs },
    { reach: inLive, ref, found: live },
    { reach: bound, ref, found: mine },
    { reach: bound, ref: mine.merchantId, found: mine },
    { reach: all, ref: neighbour.merchantId, found: neighbour },
    { reach: bound, ref: neighbour.merchantId, found: null },
    { reach: bound, ref: neighbour.thirdPartyCustomerId, found: null },
    { reach: all, ref: theirs.merchantId, found: null },
    { reach: inLive, ref: mine.merchantId, found: null },
    { reach: all, ref: "nobody", found: null },
    { reach: all, ref, found: mine },
  ].flatMap(({ reach, ...rest }) => (reach ? [{ reach, ...rest }] : []));
  const rows = await db().execute<{ position: number; id: string }>(askedMerchants(asked));
  const expected = asked.flatMap(({ found }, position) => (found ? [{ position, id: found.merchantId }] : []));
  expect(rows.map(({ position, id }) => ({ position, id })).sort((a, b) => a.position - b.position)).toEqual(expected);
});

test("of keys that come together the revoked and the unknown are refused, each of the others is its holder's", async () => {
  const ended = await createMarketplace();
  await db().update(secretKeys).set({ revokedAt: now() }).where(eq(secretKeys.marketplaceId, ended.marketplaceId));
  const keys = [one.testKey, ended.testKey, other.testKey, "sk_test_unknown", one.liveKey, one.testKey];
  const found = await Promise.all(keys.map((key) => findKeyHolder(sha256(key))));
  expect(found.map((holder) => holder && [holder.marketplaceId, holder.environment, holder.live])).toEqual([
    [one.marketplaceId, "test", false],
    undefined,
    [other.marketplaceId, "test", false],
    undefined,
    [one.marketplaceId, "live", false],
    [one.marketplaceId, "test", false],
  ]);
});
