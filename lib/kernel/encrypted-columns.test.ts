import { sql } from "drizzle-orm";
import { expect, test } from "vitest";
import { db } from "@/db/client";
import { useDatabase } from "@/test/database";
import { encryptedColumns } from "./encrypted-columns";

useDatabase();

/** Columns with an older name. */
const otherwiseNamed = ["submissions.record"];

test("every encrypted column is listed, with the primary key of its table", async () => {
  const listed = encryptedColumns.map(({ table, column }) => `${table}.${column}`);
  const named = await db().execute<{ name: string }>(sql`
    select table_name || '.' || column_name as name from information_schema.columns
    where table_schema = 'public' and column_name like '%\\_encrypted'`);
  expect([...named.map(({ name }) => name), ...otherwiseNamed].sort()).toEqual([...listed].sort());

  const keys = await db().execute<{ table: string; key: string[] }>(sql`
    select i.indrelid::regclass::text as table, array_agg(a.attname::text order by k.place) as key
    from pg_index i cross join unnest(i.indkey) with ordinality k(number, place)
    join pg_attribute a on a.attrelid = i.indrelid and a.attnum = k.number
    where i.indisprimary group by i.indrelid`);
  for (const { table, key } of encryptedColumns) {
    expect(keys.find((one) => one.table === table)?.key, table).toEqual(key);
  }
});
