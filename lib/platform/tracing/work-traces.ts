import { asc, inArray, sql } from "drizzle-orm";
import { beforeCommit, db, transaction } from "@/db/client";
import { workTraces } from "@/db/schema/operations";
import { now } from "@/lib/kernel/clock";
import { coalesced } from "@/lib/kernel/coalesce";
import { log } from "@/lib/kernel/log";
import type { WakeUp } from "@/lib/kernel/wake-up";

/** Most that are looked up in one statement. */
const most = 100;

const keep = beforeCommit(async (carried: readonly { id: string; traceparent: string }[]) => {
  // In one order, so that no two transactions wait for each other; of one row, the last.
  const rows = [...new Map(carried.map((one) => [one.id, { ...one, notedAt: now() }])).values()];
  rows.sort((one, other) => (one.id < other.id ? -1 : 1));
  const note = () =>
    db()
      .insert(workTraces)
      .values(rows)
      .onConflictDoUpdate({
        target: workTraces.id,
        set: { traceparent: sql`excluded.traceparent`, notedAt: sql`excluded.noted_at` },
      });
  // In a savepoint: no trace is worth the transaction that it is of.
  await transaction(note).catch((error: unknown) => log.warn("a trace was not kept", { error: String(error) }));
});

/** Keeps what caused the work on a row, in the transaction that makes it due. Only what is sampled. */
export function keepTraces({ id }: WakeUp, traceparent: string): void {
  if (!traceparent.endsWith("-01")) return;
  keep([{ id, traceparent }]).catch((error: unknown) => log.warn("a trace was not kept", { error: String(error) }));
}

/**
 * What caused the work on a row, once; null where nothing that was traced did. Read first: most work has none, and a reading takes
 * no locks. One that another transaction has in hand is left, so that nobody waits for it.
 */
export const takeTrace = coalesced(most, async (ids: string[]): Promise<(string | null)[]> => {
  const { id, traceparent } = workTraces;
  const noted = await db().select({ id }).from(workTraces).where(inArray(id, ids));
  if (noted.length === 0) return ids.map(() => null);
  const free = db()
    .select({ id })
    .from(workTraces)
    .where(
      inArray(
        id,
        noted.map((row) => row.id),
      ),
    )
    .orderBy(asc(id))
    .for("update", { skipLocked: true });
  const taken = await db().delete(workTraces).where(inArray(id, free)).returning({ id, traceparent });
  const byId = new Map(taken.map((row) => [row.id, row.traceparent]));
  return ids.map((one) => byId.get(one) ?? null);
});
