import { readdirSync } from "node:fs";
import { getTableColumns, getTableName, is, type SQL } from "drizzle-orm";
import { alias, PgDialect, PgTable } from "drizzle-orm/pg-core";
import { expect, test } from "vitest";
import { tenantOf } from "@/lib/kernel/actor";
import { everyMerchantOf, reachOfRow } from "@/lib/kernel/reach";
import { files } from "./schema/files";
import { directors } from "./schema/kyc";
import { loans } from "./schema/loans";
import { merchants } from "./schema/merchants";
import { inReach, inTenant } from "./tenancy";

const tenant = tenantOf({ marketplaceId: "mkt_1", environment: "test" });
const every = everyMerchantOf(tenant);
const one = reachOfRow({ ...tenant, merchantId: "mer_1" });

function written(condition: SQL | undefined) {
  const { sql, params } = new PgDialect().sqlToQuery(condition ?? expect.fail("There is no condition."));
  return { sql, params };
}

test.each([
  ["loans", loans, '"loans"."merchant_id"'],
  ["files, which may be no merchant's yet", files, '"files"."merchant_id"'],
  ["merchants themselves", merchants, '"merchants"."id"'],
  ["merchants under another name", alias(merchants, "others"), '"others"."id"'],
])("one merchant's reach bounds %s by tenant and merchant, every merchant's by tenant", (_, table, column) => {
  expect(written(inReach(table, one)).sql).toContain(`and ${column} = $3)`);
  expect(written(inReach(table, one)).params).toEqual(["mkt_1", "test", "mer_1"]);
  expect(written(inReach(table, every)).sql).not.toContain(column);
  expect(written(inReach(table, every)).params).toEqual(["mkt_1", "test"]);
});

test("further conditions come on top", () => {
  const more = inTenant(directors, tenant);
  for (const reach of [every, one]) {
    expect(written(inReach(loans, reach, more, undefined)).params).toEqual([
      ...written(inReach(loans, reach)).params,
      "mkt_1",
      "test",
    ]);
  }
});

test("the compiler refuses a query that forgets the merchant", () => {
  // @ts-expect-error A loan is a merchant's: the tenant alone does not do.
  inTenant(loans, tenant);
  // @ts-expect-error So are the merchants themselves.
  inTenant(merchants, tenant);
  // @ts-expect-error A tenant is no reach,
  expect(() => inReach(loans, tenant)).toThrow();
  // @ts-expect-error nor is anything that merely looks like one.
  inReach(loans, { tenant, merchants: "every" });
});

test("every merchant_id column is called merchantId, by which the compiler knows its table", async () => {
  const modules = await Promise.all(
    readdirSync("db/schema").map((file) => import(`./schema/${file}`) as Promise<Record<string, unknown>>),
  );
  const tables = modules.flatMap((one) => Object.values(one)).filter((value) => is(value, PgTable));
  const named = tables.flatMap((table) =>
    Object.entries(getTableColumns(table)).flatMap(([key, column]) =>
      column.name === "merchant_id" ? [{ table: getTableName(table), key }] : [],
    ),
  );
  expect(named.length).toBeGreaterThan(10);
  expect(named.filter(({ key }) => key !== "merchantId")).toEqual([]);
});
