import type { ClaimedRow } from "@/db/due";
import { postpone } from "@/db/due";
import { businessClock, now } from "@/lib/kernel/clock";
import { environmentOf, ownerOf } from "@/lib/kernel/lane";
import { log } from "@/lib/kernel/log";
import { inSeat } from "@/lib/kernel/seats";
import { inSpan, isTracing } from "@/lib/kernel/tracing/in-span";
import { note, secondsSince } from "@/lib/platform/metrics/metrics";
import { takeTrace } from "@/lib/platform/tracing/work-traces";
import { recordFailure } from "@/lib/platform/work-failures/record-failure";
import type { Task } from "./task";

/**
 * Works on a claimed row, in a seat of its tenant's unless it shares its statements with others. Work that throws is
 * tried again later, and more and more rarely (docs/operations.md#stuck-work), whichever engine runs it.
 * @returns whether the work succeeded.
 */
export async function runRow(task: Task, row: ClaimedRow): Promise<boolean> {
  if (!isTracing()) return runClaimed(task, row);
  const parent = task.chore ? null : await takeTrace(row.id).catch(() => null);
  const about = {
    name: task.name,
    kind: "job",
    attributes: { "mfis.row": row.id },
    parent: parent ?? undefined,
  } as const;
  return inSpan(about, async (span) => {
    const done = await runClaimed(task, row);
    span?.set({ "mfis.outcome": done ? "ok" : "failed" });
    return done;
  });
}

async function runClaimed(task: Task, { id, lane, clockAhead }: ClaimedRow): Promise<boolean> {
  const run = async () => {
    const started = performance.now();
    let outcome = "failed";
    try {
      await task.run(id, businessClock(clockAhead));
      outcome = "ok";
    } finally {
      note("mfis_jobs_total", { task: task.name, environment: environmentOf(lane), outcome });
      note("mfis_job_duration_seconds", { task: task.name }, secondsSince(started));
    }
  };
  const owner = task.gathers ? null : ownerOf(lane);
  try {
    await (owner ? inSeat(owner, "job", run) : run());
    return true;
  } catch (error) {
    await putOff(task, { id, lane }, error);
    return false;
  }
}

async function putOff(
  { name: task, table }: Task,
  { id, lane }: { id: string; lane: string },
  error: unknown,
): Promise<void> {
  try {
    const { failures, nextTryAt } = await recordFailure({ task, id, lane, at: now(), cause: error });
    await postpone(table, id, nextTryAt);
    log.error("background work failed", error, { task, id, failures, nextTryAt });
  } catch (unrecorded) {
    log.error("background work failed", error, { task, id });
    log.error("could not record that work failed; it is tried again when its lease ends", unrecorded, { task, id });
  }
}
