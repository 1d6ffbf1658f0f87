import { sql } from "drizzle-orm";
import { z } from "zod";
import type { DueTable } from "@/db/columns";
import type { Asked } from "@/db/due";
import { rowsOf, timestamp } from "@/db/rows";
import { madeAt } from "@/lib/kernel/ids";
import { type RealTime, realTimeOf } from "@/lib/kernel/time";

const laneRow = z.strictObject({
  task: z.string(),
  lane: z.string(),
  since: timestamp,
  oldest: z.string(),
  busy: z.boolean(),
});

/** `since`: one of its rows could have been claimed, in real time. `busy`: somebody is at work in the lane. */
export type DueLane = { task: string; lane: string; since: RealTime; busy: boolean };

/**
 * The due lanes of several tasks in one statement, those that have waited longest first. Nothing has waited since before
 * it was there, whatever its dates say: the history of a demonstration is made within seconds.
 */
export async function readDueLanes(asked: readonly Asked[]): Promise<DueLane[]> {
  if (asked.length === 0) return [];
  const parts = asked.map(
    ([task, query]) => sql`select ${task}::text as task, lane, since, oldest, busy from (${query}) waiting`,
  );
  const rows = await rowsOf(laneRow)`${sql.join(parts, sql` union all `)}`;
  return rows
    .map(({ task, lane, since, oldest, busy }) => {
      const made = madeAt(oldest)?.getTime() ?? 0;
      return { task, lane, since: realTimeOf(new Date(Math.max(new Date(since).getTime(), made))), busy };
    })
    .sort((a, b) => a.since.getTime() - b.since.getTime());
}

const countRow = z.strictObject({ task: z.string(), waiting: z.int() });

/** How many rows of a task are counted: what is more is very many. */
export const dueCountedUpTo = 10_000;

/** How many rows of several tasks are due by real time, and not leased. */
export async function countDueRows(
  asked: readonly { name: string; table: DueTable }[],
  realNow: RealTime,
): Promise<Map<string, number>> {
  if (asked.length === 0) return new Map();
  const at = sql`${realNow.toISOString()}::timestamptz`;
  const parts = asked.map(
    ({ name, table }) => sql`select ${name}::text as task, count(*)::int as waiting from (
      select 1 from ${table}
      where ${table.dueAt} <= ${at} and (${table.leasedUntil} is null or ${table.leasedUntil} <= ${at})
      limit ${dueCountedUpTo}) due`,
  );
  const rows = await rowsOf(countRow)`${sql.join(parts, sql` union all `)}`;
  return new Map(rows.map(({ task, waiting }) => [task, waiting]));
}
