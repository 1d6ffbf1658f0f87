import { and, eq, sql } from "drizzle-orm";
import { z } from "zod";
import { db } from "@/db/client";
import { bigint, rowsOf } from "@/db/rows";
import { engineLanes } from "@/db/schema/operations";
import { later, second } from "@/lib/kernel/calendar";
import type { RealTime } from "@/lib/kernel/time";
import type { TaskLane } from "./announce-lanes";

/** How long a run has a lane to itself unless it says again that it is there. */
export const holdFor = 15 * second;

/** An event whose run has not begun for this long waits for a place. */
const waitsAfter = second;

export type Holder = TaskLane & { runId: string };

const seenRow = z.strictObject({ seen: bigint });
const waitingRow = z.strictObject({ waiting: z.boolean() });
const lookedRow = z.strictObject({ seen: bigint, waiting: z.boolean() });

const at = (moment: RealTime) => sql`${moment.toISOString()}::timestamptz`;
const mine = ({ task, lane, runId }: Holder) =>
  and(eq(engineLanes.task, task), eq(engineLanes.lane, lane), eq(engineLanes.runId, runId));

/** Unless another is at work in it. Returns the hints so far, which its next claim answers, or when to try again. */
export async function takeLane(holder: Holder, realNow: RealTime): Promise<{ seen: string } | { until: RealTime }> {
  const { task, lane, runId } = holder;
  const [taken] = await rowsOf(seenRow)`
    insert into engine_lanes as l (task, lane, hints, run_id, held_until)
    values (${task}, ${lane}, 0, ${runId}, ${at(later(realNow, holdFor))})
    on conflict (task, lane) do update set
      run_id = ${runId}, held_until = excluded.held_until, seen = l.hints, announcements = 0
    where l.held_until is null or l.held_until <= ${at(realNow)} or l.run_id = ${runId}
    returning l.seen`;
  if (taken) return taken;
  const [row] = await db()
    .select({ until: engineLanes.heldUntil })
    .from(engineLanes)
    .where(and(eq(engineLanes.task, task), eq(engineLanes.lane, lane)));
  return { until: row?.until ?? realNow };
}

/** Once more, for a run that follows it and then knows of every hint so far. Null: another run has taken over. */
export async function keepLane(holder: Holder, realNow: RealTime): Promise<{ seen: string } | null> {
  const [kept] = await rowsOf(seenRow)`
    update engine_lanes set held_until = ${at(later(realNow, holdFor))}, seen = hints, announcements = 0
    where ${mine(holder)} returning seen`;
  return kept ?? null;
}

/**
 * Says that the run is still at work.
 * @param beside tasks whose lanes take their places from the same number.
 * @returns whether a lane of theirs waits for a place; null when another run has taken over.
 */
export async function stayInLane(
  holder: Holder,
  beside: readonly string[],
  realNow: RealTime,
): Promise<boolean | null> {
  const [row] = await rowsOf(waitingRow)`
    update engine_lanes set held_until = ${at(later(realNow, holdFor))} where ${mine(holder)}
    returning ${anyWaits(beside, later(realNow, -waitsAfter), realNow)} as waiting`;
  return row ? row.waiting : null;
}

/**
 * For a run that has nothing to do.
 * @returns the hints so far, and whether a lane beside it may be waiting for its place; null when another run has taken over.
 */
export async function lookAround(
  holder: Holder,
  beside: readonly string[],
  realNow: RealTime,
): Promise<{ seen: string; waiting: boolean } | null> {
  const [row] = await rowsOf(lookedRow)`
    select hints as seen, ${anyWaits(beside, realNow, realNow)} as waiting
    from engine_lanes where ${mine(holder)}`;
  return row ?? null;
}

/** Whether an event was sent at `since` or before whose run has not begun and that does not count as lost. */
const anyWaits = (beside: readonly string[], since: RealTime, realNow: RealTime) => sql`exists (
  select 1 from engine_lanes other
  where other.task = any(${sql.param(beside)}::text[]) and other.announced > other.seen
    and other.announced_at <= ${at(since)} and other.announce_again_at > ${at(realNow)})`;

/**
 * Leaves a lane in which nothing is due any more.
 * @param seen the hints that the run's last claim answered; with null it leaves however many there have been.
 * @returns false when there has been one since, or another run has taken over.
 */
export async function leaveLane(holder: Holder, seen: string | null): Promise<boolean> {
  const unhinted = seen === null ? undefined : sql`${engineLanes.hints} = ${seen}::bigint`;
  const left = await db()
    .update(engineLanes)
    .set({ heldUntil: null })
    .where(and(mine(holder), unhinted))
    .returning({ lane: engineLanes.lane });
  return left.length > 0;
}

/** Forgets a run that has failed for good, and the event that began it, so that the sweep takes its lane up again. */
export async function abandonLane({ task, lane, runId }: Holder): Promise<void> {
  await db()
    .update(engineLanes)
    .set({
      announced: 0,
      announceAgainAt: null,
      announcements: 0,
      heldUntil: sql`case when ${engineLanes.runId} = ${runId} then null else ${engineLanes.heldUntil} end`,
    })
    .where(and(eq(engineLanes.task, task), eq(engineLanes.lane, lane)));
}
