import { isNotNull, type SQL, sql } from "drizzle-orm";
import { beforeAll, expect, test } from "vitest";
import { z } from "zod";
import { db, transaction } from "@/db/client";
import { rowsOf } from "@/db/rows";
import { loans } from "@/db/schema/loans";
import { breaks, settlements } from "@/db/schema/settlements";
import type { Tenant } from "@/lib/kernel/actor";
import { everyMerchantOf } from "@/lib/kernel/reach";
import { useDatabase } from "@/test/database";
import { createMarketplace } from "@/test/factories/marketplace";
import { now } from "@/test/time";
import { loanWalk } from "./loans-list";
import { nextRows, type Stretch, walkById } from "./walk-tenant";

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
    const walk = walkById(kind, table, tenant, page, [stretch], more);
    const plan = await planOf(sql`select ${table.id} from ${nextRows(walk, 10)}`);
    expect(plan).toMatch(new RegExp(`Scan (Backward )?using ${index} `));
    expect(plan).toMatch(/Index Cond: .*marketplace_id.*environment.* [<>] .*marketplace_id.*environment/);
    expect(plan).not.toMatch(/Filter:/);
  }
});

test.each(["any", "31-60"] as const)("loans past due %s are read along their index", async (arrears) => {
  const reach = everyMerchantOf(tenant);
  for (const page of [{}, { startingAfter: "loan_1" }, { endingBefore: "loan_1" }]) {
    const plan = await planOf(sql`select id from ${nextRows(loanWalk(reach, { arrears, ...page }, now()), 10)}`);
    expect(plan).toMatch(/Index (Only )?Scan (Backward )?using loans_aging /);
    expect(plan).toMatch(/Index Cond: .*marketplace_id.*environment.* [<>] .*marketplace_id.*environment/);
    expect(plan).not.toMatch(/Filter:/);
  }
});
