import { eq, sql } from "drizzle-orm";
import { beforeAll, expect, test } from "vitest";
import { z } from "zod";
import { db, transaction } from "@/db/client";
import { rowsOf } from "@/db/rows";
import { fundingRequests } from "@/db/schema/funding";
import { merchants } from "@/db/schema/merchants";
import { ownedBy } from "@/db/tenancy";
import type { Tenant } from "@/lib/kernel/actor";
import { day, later } from "@/lib/kernel/calendar";
import { kobo } from "@/lib/kernel/money";
import { everyMerchantOf } from "@/lib/kernel/reach";
import { useDatabase } from "@/test/database";
import { anyMerchant } from "@/test/factories/kyc";
import { createMarketplace, type TestMarketplace } from "@/test/factories/marketplace";
import { instant } from "@/test/time";
import { fundingQuery, fundingWalk, listFunding } from "./funding-list";
import { nextRows } from "./walk-tenant";

useDatabase();

let shop: TestMarketplace;
let ada: string;
let bola: string;

/** Requests in the order of their ids; the days of the business clock, which they are listed by, go another way. */
const made = Array.from({ length: 40 }, (_, i) => ({
  id: `fr_${String(i).padStart(3, "0")}`,
  day: (i * 7) % 40,
  status: (["PENDING", "FULFILLED", "REJECTED", "REJECTED", "CANCELLED"] as const)[i % 5] ?? "PENDING",
  reason: i % 5 === 2 ? ("ABOVE_LENDING_CAP" as const) : i % 5 === 3 ? ("SCORE_STALE" as const) : null,
  adas: i % 3 === 0,
}));
type Made = (typeof made)[number];
/** The first of these days begins at midnight in Lagos, an hour before it does in UTC. */
const first = new Date("2026-03-01T00:00:00+01:00");
const dateOfDay = (n: number) => new Date(first.getTime() + n * day + day / 2).toISOString().slice(0, 10);

async function insert(tenant: Tenant, prefix: string, [one, another]: readonly [string, string]) {
  await db()
    .insert(fundingRequests)
    .values(
      made.map((request) => ({
        ...ownedBy(tenant),
        id: request.id.replace("fr_", `fr_${prefix}`),
        merchantId: request.adas ? one : another,
        amountRequested: kobo(500_000),
        tenorDays: 90 as const,
        purpose: "Other" as const,
        financingTimeframeDays: 7,
        status: request.status,
        failureReason: request.reason,
        createdAt: later(instant(0), first.getTime() - instant(0).getTime() + request.day * day),
      })),
    );
}

async function twoMerchants(tenant: Tenant): Promise<readonly [string, string]> {
  const [one, another] = [await anyMerchant(tenant), await anyMerchant(tenant)];
  await db().update(merchants).set({ businessName: "Ada Fabrics" }).where(eq(merchants.id, one.merchantId));
  await db().update(merchants).set({ businessName: "Bola Foods" }).where(eq(merchants.id, another.merchantId));
  return [one.merchantId, another.merchantId];
}

beforeAll(async () => {
  shop = await createMarketplace();
  const ours = await twoMerchants(shop.test);
  [ada, bola] = ours;
  await insert(shop.test, "", ours);
  await insert(shop.live, "l", await twoMerchants(shop.live));
});

const reach = () => everyMerchantOf(shop.test);

async function follow(asked: Partial<z.output<typeof fundingQuery>>, newer = false) {
  const ids: string[] = [];
  for (let cursor: string | undefined; ids.length <= made.length; ) {
    const at = newer ? { endingBefore: cursor ?? "fr_000" } : { startingAfter: cursor };
    const { rows, hasMore } = await listFunding(reach(), { ...fundingQuery.parse(asked), ...at, limit: 7 });
    const found = rows.map(({ id }) => id);
    if (newer) ids.unshift(...found);
    else ids.push(...found);
    if (!hasMore) return ids;
    cursor = newer ? found[0] : found.at(-1);
  }
  throw new Error("The list does not end.");
}

const expected = (wanted: (request: Made) => boolean) =>
  made
    .filter(wanted)
    .toSorted((a, b) => b.day - a.day)
    .map(({ id }) => id);

test.each<[Partial<z.output<typeof fundingQuery>>, (request: Made) => boolean]>([
  [{}, () => true],
  [{ status: "REJECTED" }, ({ status }) => status === "REJECTED"],
  [{ reason: "SCORE_STALE" }, ({ reason }) => reason === "SCORE_STALE"],
  [{ reason: "SCORE_STALE", status: "PENDING" }, () => false],
  [{ from: dateOfDay(9) }, (request) => request.day >= 9],
  [{ to: dateOfDay(9) }, (request) => request.day <= 9],
  [
    { from: dateOfDay(5), to: dateOfDay(30), status: "REJECTED" },
    (one) => one.day >= 5 && one.day <= 30 && one.reason !== null,
  ],
  [{ q: "ada" }, ({ adas }) => adas],
  [{ q: "foods", status: "CANCELLED" }, (one) => !one.adas && one.status === "CANCELLED"],
  [{ q: "nobody at all" }, () => false],
  [{ q: "fr_007" }, ({ id }) => id === "fr_007"],
  [{ q: "fr_l007" }, () => false],
])("%j finds those it should, by the business clock, page by page in both directions", async (asked, wanted) => {
  expect(await follow(asked)).toEqual(expected(wanted));
  expect(await follow(asked, true)).toEqual(expected((one) => one.id !== "fr_000" && wanted(one)));
});

test("a merchant's id finds its requests; a row tells who asked for what, and what became of it", async () => {
  const query = fundingQuery.parse({ q: ada });
  const { rows } = await listFunding(reach(), { ...query, limit: 100 });
  expect(rows.map(({ id }) => id)).toEqual(expected(({ adas }) => adas));
  const [only] = (await listFunding(reach(), { ...fundingQuery.parse({ q: "fr_002" }), limit: 1 })).rows;
  expect(only).toEqual({
    id: "fr_002",
    merchantId: bola,
    businessName: "Bola Foods",
    status: "REJECTED",
    failureReason: "ABOVE_LENDING_CAP",
    amountRequested: 500_000,
    tenorDays: 90,
    purpose: "Other",
    createdAt: new Date(first.getTime() + 14 * day),
    decidedAt: null,
    loanId: null,
  });
});

const planRow = z.strictObject({ "QUERY PLAN": z.string() });

test.each<[Partial<z.output<typeof fundingQuery>>, string]>([
  [{}, "funding_requests_newest"],
  [{ status: "PENDING" }, "funding_requests_status"],
  [{ reason: "SCORE_STALE" }, "funding_requests_reason"],
])("%j is read in the order of the index %s", async (query, index) => {
  for (const page of [
    {},
    { startingAfter: "fr_007" },
    { endingBefore: "fr_007" },
    { from: "2026-01-01", to: "2026-02-01" },
  ]) {
    const walk = fundingWalk(reach(), fundingQuery.parse({ ...query, ...page }));
    const lines = await transaction(async () => {
      await db().execute(sql`set local enable_seqscan = off`);
      await db().execute(sql`set local enable_sort = off`);
      return rowsOf(planRow)`explain select * from ${nextRows(walk, 7)}`;
    });
    const plan = lines.map((line) => line["QUERY PLAN"]).join("\n");
    expect(plan).toMatch(new RegExp(`Index Scan (Backward )?using ${index} on funding_requests`));
    expect(plan).not.toContain("Sort");
  }
});
