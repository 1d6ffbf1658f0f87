import { readdirSync, readFileSync } from "node:fs";
import { eq, sql } from "drizzle-orm";
import { beforeEach, describe, expect, test } from "vitest";
import { db, transaction } from "@/db/client";
import { chores } from "@/db/schema/operations";
import { reachedStages, tallies, tallyChanges } from "@/db/schema/tallies";
import { later, minute } from "@/lib/kernel/calendar";
import { kobo } from "@/lib/kernel/money";
import { type CollectedShop, collectedShop, namedBy, tellDeduction, tellSale } from "@/test/collection/shop";
import { useDatabase } from "@/test/database";
import { anyMerchant } from "@/test/factories/kyc";
import { activeLoan, anyLoan } from "@/test/factories/loan";
import { createMarketplace } from "@/test/factories/marketplace";
import { expectTrueTallies, foldAll, heldTallies, tallyNames } from "@/test/tallies";
import { instant, now } from "@/test/time";
import { foldTallies } from "./fold-tallies";
import { readTallySums } from "./queries";

useDatabase();

let shop: CollectedShop;
beforeEach(async () => {
  shop = await collectedShop();
});

describe("a tally", () => {
  const many = (count: number) =>
    Promise.all(Array.from({ length: count }, () => anyLoan(shop.test, shop.merchantId, { principal: 1_000_000 })));

  test("loses and doubles nothing while it is written and folded at once", async () => {
    const folding = Array.from({ length: 8 }, () => foldTallies(now(), 2));
    await Promise.all([many(12), ...folding]);
    await expectTrueTallies(shop.test);
  });

  test("counts a merchant's first request once, though two come at the same moment", async () => {
    await Promise.all([many(4), many(4)]);
    const stages = await readTallySums(shop.test, ["stage.REQUESTED", "stage.OFFERED"]);
    expect(stages.map(({ count }) => count)).toEqual([1, 1]);
  });

  test("holds nothing of what was rolled back", async () => {
    const before = await heldTallies(shop.test);
    const failed = transaction(async () => {
      await anyLoan(shop.test, shop.merchantId);
      throw new RangeError("No.");
    });
    await expect(failed).rejects.toThrow(RangeError);
    expect(await heldTallies(shop.test)).toEqual(before);
  });

  test("is its tenant's own, by marketplace and environment", async () => {
    const other = await createMarketplace({ live: true });
    await anyLoan(shop.test, shop.merchantId);
    for (const fold of [false, true]) {
      if (fold) await foldTallies(now());
      for (const tenant of [other.test, other.live]) expect(await readTallySums(tenant, tallyNames)).toEqual([]);
      expect(await readTallySums(shop.test, ["loan.APPROVED"])).toMatchObject([{ count: 1, amount: 10_000_000 }]);
    }
  });

  test("is not touched by a repayment that changes no state", async () => {
    const at = instant("2026-11-02T09:00:00Z");
    const loan = namedBy(shop, await activeLoan(shop.test, shop.merchantId, { now: later(at, -minute) }));
    await foldAll();
    await tellDeduction(shop, loan, { reference: "d-1", amount: 100_000, at }, at);
    expect(await db().select().from(tallyChanges)).toEqual([]);
  });
});

test("many merchants that come at once are one change", async () => {
  await db().delete(tallyChanges);
  await db().execute(sql`
    insert into merchants (id, marketplace_id, environment, business_name, created_at)
    select 'mer_many' || n, ${shop.test.marketplaceId}, 'test', 'Many', '2026-05-01T00:00:00Z' from generate_series(1, 500) n`);
  expect(await db().select().from(tallyChanges)).toMatchObject([
    { name: "stage.CREATED", day: "2026-05-01", count: 500 },
  ]);
});

test("folding is due again at once while more is left, and half a minute later when nothing is", async () => {
  await db().execute(sql`
    insert into tally_changes (marketplace_id, environment, name, day, count, amount)
    select ${shop.test.marketplaceId}, 'test', 'funded', '2026-05-01', 1, n from generate_series(1, 5) n`);
  await foldTallies(now());
  const row = {
    marketplaceId: shop.test.marketplaceId,
    environment: "test",
    name: "funded",
    day: "2026-05-01",
  } as const;
  await db()
    .insert(tallyChanges)
    .values([1, 2, 3].map((amount) => ({ ...row, count: 1, amount: kobo(amount) })));
  const at = now();
  expect(await foldTallies(at, 2)).toEqual(at);
  expect(await foldTallies(at, 2)).toEqual(later(at, minute / 2));
  expect(await db().select().from(chores).where(eq(chores.id, "fold-tallies"))).toMatchObject([
    { dueAt: later(at, minute / 2), leasedUntil: null },
  ]);
  expect(await readTallySums(shop.test, ["funded"])).toMatchObject([{ count: 8, amount: 21 }]);
});

test("a database that had data before is counted by the migration", async () => {
  const { merchantId } = await anyMerchant(shop.test);
  await activeLoan(shop.test, shop.merchantId);
  await anyLoan(shop.test, merchantId);
  await tellSale(shop, { orderId: "O-1", amount: 10_000_000, at: now() }, now());
  for (const table of [tallies, tallyChanges, reachedStages]) await db().delete(table);
  expect(await heldTallies(shop.test)).toEqual({});
  for (const statement of backfill()) await db().execute(sql.raw(statement));
  expect(Object.keys(await heldTallies(shop.test)).length).toBeGreaterThan(7);
  await expectTrueTallies(shop.test);
});

/** What the migration counts and notes of rows that were there before it. */
function backfill(): string[] {
  const migrations = readdirSync("db/migrations").filter((name) => name.endsWith(".sql"));
  const statements = migrations.flatMap((name) =>
    readFileSync(`db/migrations/${name}`, "utf8").split("--> statement-breakpoint"),
  );
  return statements.filter((one) => /INSERT INTO "(tallies|reached_stages)"/.test(one));
}
