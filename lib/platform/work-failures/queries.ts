import { and, asc, count, eq, like, or, sql } from "drizzle-orm";
import { db, one } from "@/db/client";
import { workFailures } from "@/db/schema/operations";
import type { Environment } from "@/lib/kernel/actor";
import { notFound } from "@/lib/kernel/errors";
import { laneOf } from "@/lib/kernel/lane";
import { stuckAfter } from "@/lib/terms/work-failures";

/** Work that failed when it was last tried, in whichever marketplace: for operators. */
export type WorkFailure = typeof workFailures.$inferSelect;

/** Written out, not a parameter: so that the partial index is used. */
const isStuck = sql`failures >= ${sql.raw(`${stuckAfter}`)}`;

export async function hasStuckWork(): Promise<boolean> {
  const stuck = await db().select({ id: workFailures.id }).from(workFailures).where(isStuck).limit(1);
  return stuck.length > 0;
}

/** Up to `limit`, longest failing first, and how many there are. Of an environment: with the service's own. */
export async function listStuckWork(
  limit: number,
  { task, environment }: { task?: string | undefined; environment?: Environment } = {},
): Promise<{ stuck: WorkFailure[]; total: number }> {
  const { lane } = workFailures;
  const which = and(
    isStuck,
    task ? eq(workFailures.task, task) : undefined,
    environment ? or(eq(lane, laneOf(null)), like(lane, `%/${environment}`)) : undefined,
  );
  const { firstFailedAt, id } = workFailures;
  const stuck = await db().select().from(workFailures).where(which).orderBy(asc(firstFailedAt), asc(id)).limit(limit);
  const all = await db().select({ total: count() }).from(workFailures).where(which).then(one);
  return { stuck, total: all.total };
}

export async function getWorkFailure(task: string, id: string): Promise<WorkFailure> {
  const which = and(eq(workFailures.task, task), eq(workFailures.id, id));
  const [found] = await db().select().from(workFailures).where(which);
  if (!found) throw notFound("failing work");
  return found;
}
