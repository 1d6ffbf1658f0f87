import { sql } from "drizzle-orm";
import { db } from "@/db/client";
import type { DueTable } from "@/db/columns";
import { workFailures } from "@/db/schema/operations";
import { day, later, minute } from "@/lib/kernel/calendar";
import type { RealTime } from "@/lib/kernel/time";

/** A lane whose run fails is tried again within minutes: after so long without a failure it has recovered. */
const laneRecovered = 30 * minute;

export type TaskOver = { name: string; table: DueTable };

/**
 * Forgets the failures of work that has succeeded since. Work that succeeds says nothing, since that would cost every
 * row a statement; it shows in the row: one that failed is due and keeps a lease, at last one that has ended, until it
 * is done. A task that is not known here may be one of a newer process beside this one, until it has not failed for a day.
 */
export async function forgetFailures(tasks: readonly TaskOver[], realNow: RealTime): Promise<void> {
  const failing = await db().selectDistinct({ task: workFailures.task }).from(workFailures);
  for (const { task } of failing) {
    const table = tasks.find(({ name }) => name === task)?.table;
    const fails = table
      ? sql`exists (select from ${table}
        where ${table.id} = ${workFailures.id} and ${table.dueAt} is not null and ${table.leasedUntil} is not null)`
      : sql`${workFailures.lastFailedAt} >= ${later(realNow, -day).toISOString()}::timestamptz`;
    await db().execute(sql`
      delete from ${workFailures}
      where ${workFailures.task} = ${task} and ${workFailures.id} <> ${workFailures.lane} and not ${fails}`);
  }
  if (failing.length === 0) return;
  await db().execute(sql`
    delete from ${workFailures}
    where ${workFailures.id} = ${workFailures.lane}
      and ${workFailures.lastFailedAt} < ${later(realNow, -laneRecovered).toISOString()}::timestamptz`);
}
