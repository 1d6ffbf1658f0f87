import { sql } from "drizzle-orm";
import { beforeAll, beforeEach, describe, expect, test } from "vitest";
import { db, transaction } from "@/db/client";
import type { Tenant } from "@/lib/kernel/actor";
import { everyMerchantOf } from "@/lib/kernel/reach";
import { useDatabase } from "@/test/database";
import { directedMerchant, ownBvn } from "@/test/factories/borrowers";
import { anyDirector, sandboxActor, saveAnyDirectors } from "@/test/factories/kyc";
import { marketplacesOfOneTester, type TestMarketplace } from "@/test/factories/marketplace";
import { now } from "@/test/time";
import { lockBorrower } from "./lock-borrower";

useDatabase();

let shop: TestMarketplace;
let other: TestMarketplace;
let bvn: string;
beforeAll(async () => {
  [shop, other] = await marketplacesOfOneTester();
});
beforeEach(() => {
  bvn = ownBvn();
});

/** Locks the borrower, and keeps it until it is let go. */
async function holdLock(tenant: Tenant, merchantId: string, done: () => void) {
  let letGo = () => {};
  const wait = new Promise<void>((resolve) => {
    letGo = resolve;
  });
  let ended: Promise<void> = Promise.resolve();
  await new Promise<void>((locked) => {
    ended = transaction(async () => {
      await lockBorrower(everyMerchantOf(tenant), merchantId);
      locked();
      await wait;
      done();
    });
  });
  return { letGo, ended };
}

describe("the lock on a borrower", () => {
  let order: string[];
  beforeEach(() => {
    order = [];
  });
  const inTurn = (tenant: Tenant, merchantId: string, who: string) =>
    transaction(async () => {
      await lockBorrower(everyMerchantOf(tenant), merchantId);
      order.push(who);
    });

  test("is for a transaction", async () => {
    const merchantId = await directedMerchant(shop.test, {});
    await expect(lockBorrower(everyMerchantOf(shop.test), merchantId)).rejects.toThrow("inside a transaction");
  });

  test("excludes whoever locks it by another of its merchants, and nobody else", async () => {
    const one = await directedMerchant(shop.test, { identityNumber: bvn });
    const two = await directedMerchant(other.test, { identityNumber: bvn });
    const third = await directedMerchant(other.test, {});
    const { letGo, ended } = await holdLock(shop.test, one, () => order.push("first"));
    const second = inTurn(other.test, two, "second");
    await inTurn(other.test, third, "somebody else");
    letGo();
    await Promise.all([ended, second]);
    expect(order).toEqual(["somebody else", "first", "second"]);
  });

  test("is waited for by those who have just become the same borrower", async () => {
    const one = await directedMerchant(shop.test, { identityNumber: bvn });
    const two = await directedMerchant(shop.test, {});
    const { letGo, ended } = await holdLock(shop.test, one, () => order.push("first"));
    const input = [anyDirector({ identityNumber: bvn })];
    await saveAnyDirectors({ actor: sandboxActor(shop.test), ref: two, input, now: now() });
    const second = inTurn(shop.test, two, "second");
    letGo();
    await Promise.all([ended, second]);
    expect(order).toEqual(["first", "second"]);
  });

  test("is taken anew when the borrower has grown while it was waited for", async () => {
    const [one, two, three] = [
      await directedMerchant(shop.test, { identityNumber: bvn }),
      await directedMerchant(shop.test, { identityNumber: bvn }),
      await directedMerchant(other.test, {}),
    ];
    const first = await holdLock(shop.test, one, () => order.push("first"));
    const apart = await holdLock(other.test, three, () => order.push("apart"));
    const second = inTurn(shop.test, two, "second");
    const input = [anyDirector({ identityNumber: bvn })];
    await saveAnyDirectors({ actor: sandboxActor(other.test), ref: three, input, now: now() });
    first.letGo();
    await first.ended;
    const waiting = () =>
      db().execute(sql`select 1 from pg_locks join pg_database d on d.oid = database
        where datname = current_database() and locktype = 'advisory' and not granted`);
    await expect.poll(async () => order.length > 1 || (await waiting()).length > 0).toBe(true);
    apart.letGo();
    await Promise.all([apart.ended, second]);
    expect(order).toEqual(["first", "apart", "second"]);
  });
});
