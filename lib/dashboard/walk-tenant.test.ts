import { isNotNull, type SQL, sql } from "drizzle-orm";
import { beforeAll, expect, test } from "vitest";
import { z } from "zod";
import { db, transaction } from "@/db/client";
import { rowsOf } from "@/db/rows";
import { loans } from "@/db/schema/loans";
import { breaks, settlements } from "@/db/schema/settlements";
import type { Tenant } from "@/lib/actor";
import { useDatabase } from "@/test/database";
import { createMarketplace } from "@/test/factories/marketplace";
import { onPageAlong, type Stretch } from "./walk-tenant";

useDatabase();

let tenant: Tenant;
beforeAll(async () => {
  tenant = (await createMarketplace()).test;
});

const planRow = z.strictObject({ "QUERY PLAN": z.string() });

/** How a statement is carried out where whole tables and sorting are out of the question, as in large tables. */
async function planOf(read: SQL): Promise<string> {
  return transaction(async () => {
    await db().execute(sql`set local enable_seqscan = off`);
    await db().execute(sql`set local enable_bitmapscan = off`);
    await db().execute(sql`set local enable_sort = off`);
    const lines = await rowsOf(planRow)`explain ${read}`;
    return lines.map((line) => line["QUERY PLAN"]).join("\n");
  });
}

const paused = isNotNull(loans.pausedAt);
test.each<[index: string, kind: "loan" | "settlement" | "break", stretch: Stretch, more?: SQL]>([
  ["loans_newest", "loan", []],
  ["loans_status", "loan", [[loans.status, "ACTIVE"]]],
  ["loans_paused", "loan", [], paused],
  ["settlements_newest", "settlement", []],
  ["settlements_status", "settlement", [[settlements.matchStatus, "BROKEN"]]],
  ["breaks_tenant", "break", []],
  ["breaks_status", "break", [[breaks.status, "OPEN"]]],
  [
    "breaks_type",
    "break",
    [
      [breaks.type, "LATE"],
      [breaks.status, "OPEN"],
    ],
  ],
])("a page along %s reads it in its order, and no rows of anybody else", async (index, kind, stretch, more) => {
  const table = { loan: loans, settlement: settlements, break: breaks }[kind];
  for (const page of [{}, { startingAfter: `${kind}_1` }, { endingBefore: `${kind}_1` }]) {
    const those = onPageAlong(kind, table, tenant, { ...page, limit: 10 }, [stretch], more);
    const plan = await planOf(sql`select 1 from ${table} where ${those}`);
    expect(plan).toMatch(new RegExp(`Scan (Backward )?using ${index} `));
    expect(plan).toMatch(/Index Cond: .*marketplace_id.*environment.* [<>] .*marketplace_id.*environment/);
    expect(plan).not.toMatch(/Filter:/);
  }
});
