import { type SQL, sql } from "drizzle-orm";
import { z } from "zod";
import { koboValue, rowsOf } from "@/db/rows";
import { tallies, tallyChanges } from "@/db/schema/tallies";
import { inTenant } from "@/db/tenancy";
import type { Tenant } from "@/lib/kernel/actor";
import type { TallyName } from "@/lib/terms/tallies";

/** UTC dates, both included. */
export type Days = { from: string; to: string };

const dayRow = z.strictObject({ name: z.string(), day: z.string(), count: z.number(), amount: koboValue });
const sumRow = dayRow.omit({ day: true });

/** What came to a tally on a day: how many rows, and kobo. */
export type TallyDay = Omit<z.input<typeof dayRow>, "name"> & { name: TallyName };
export type TallySum = Omit<TallyDay, "day">;

/** What these tallies got on each day, oldest first; days without anything are left out. */
export async function readTallyDays(tenant: Tenant, names: readonly TallyName[], days: Days): Promise<TallyDay[]> {
  const rows = await rowsOf(dayRow)`
    select name, day::text, sum(count)::float8 as count, sum(amount)::float8 as amount
    from (${everyChange(tenant, names, sql`between ${days.from}::date and ${days.to}::date`)}) every_change
    group by name, day having sum(count) <> 0 or sum(amount) <> 0 order by day, name`;
  return rows as TallyDay[];
}

/** What these tallies come to; those without anything are left out. */
export async function readTallySums(
  tenant: Tenant,
  names: readonly TallyName[],
  days: Partial<Days> = {},
): Promise<TallySum[]> {
  const { from = "-infinity", to = "infinity" } = days;
  const rows = await rowsOf(sumRow)`
    select name, sum(count)::float8 as count, sum(amount)::float8 as amount
    from (${everyChange(tenant, names, sql`between ${from}::date and ${to}::date`)}) every_change
    group by name having sum(count) <> 0 or sum(amount) <> 0 order by name`;
  return rows as TallySum[];
}

/** What has been folded and what has not, in one statement: a fold in between moves nothing out of its sight. */
function everyChange(tenant: Tenant, names: readonly TallyName[], within: SQL): SQL {
  const of = (table: typeof tallies | typeof tallyChanges) => sql`
    select ${table.name}, ${table.day}, ${table.count}, ${table.amount} from ${table}
    where ${inTenant(table, tenant, sql`${table.name} = any(${sql.param([...names])}::text[])`, sql`${table.day} ${within}`)}`;
  return sql`${of(tallies)} union all ${of(tallyChanges)}`;
}
