import { sql } from "drizzle-orm";
import { z } from "zod";
import { rowsOf, timestamp } from "@/db/rows";
import { tasks } from "@/lib/edge/jobs/all-tasks";

const moment = z.strictObject({ next: timestamp.nullable() });
const waiting = z.strictObject({ some: z.boolean() });

const tables = [...new Set(tasks.map(({ table }) => table))];

/** Whether a row of any task waits for a worker. */
export async function someAreDue(): Promise<boolean> {
  const now = sql`${new Date().toISOString()}::timestamptz`;
  const parts = tables.map(
    (table) => sql`exists (select from ${table} where due_at <= ${now} and coalesce(leased_until <= ${now}, true))`,
  );
  const [row] = await rowsOf(waiting)`select ${sql.join(parts, sql` or `)} as some`;
  return row?.some ?? false;
}

/** When a row of any task next can be claimed, in milliseconds; in the past when one can be now, null: never. */
export async function nextMoment(): Promise<number | null> {
  const parts = tables.map(
    (table) => sql`select min(greatest(due_at, leased_until)) as next from ${table} where due_at is not null`,
  );
  const [row] = await rowsOf(moment)`select min(next) as next from (${sql.join(parts, sql` union all `)}) moments`;
  return row?.next ? Date.parse(row.next) : null;
}
