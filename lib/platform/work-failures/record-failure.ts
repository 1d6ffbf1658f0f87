import { sql } from "drizzle-orm";
import { db, one } from "@/db/client";
import { workFailures } from "@/db/schema/operations";
import { later } from "@/lib/kernel/calendar";
import { CodedError } from "@/lib/kernel/errors";
import type { RealTime } from "@/lib/kernel/time";
import { retryDelays } from "@/lib/terms/work-failures";

/** What failed: a row of a task, or the run of a whole lane, whose id is the lane itself. */
type FailedWork = {
  task: string;
  id: string;
  lane: string;
  at: RealTime;
  /** What was thrown. Kept is only what `causeOf` says of it. */
  cause: unknown;
};

export type RecordedFailure = { failures: number; nextTryAt: RealTime };

/** Notes that work failed, in one statement: the delay until its next try grows with every failure. */
export async function recordFailure({ task, id, lane, at, cause }: FailedWork): Promise<RecordedFailure> {
  const failures = sql`${workFailures.failures} + 1`;
  const delays = sql`${sql.param(retryDelays)}::int[]`;
  const delay = sql`(${delays})[least(${failures}, ${retryDelays.length})] * interval '1 millisecond'`;
  const last = { lane, lastFailedAt: at, cause: causeOf(cause) };
  const recorded = await db()
    .insert(workFailures)
    .values({ task, id, failures: 1, firstFailedAt: at, nextTryAt: later(at, retryDelays[0]), ...last })
    .onConflictDoUpdate({
      target: [workFailures.task, workFailures.id],
      set: { failures, nextTryAt: sql`${at.toISOString()}::timestamptz + ${delay}`, ...last },
    })
    .returning({ failures: workFailures.failures, nextTryAt: workFailures.nextTryAt })
    .then(one);
  return recorded;
}

/** Errors wrap one another, at most so deep before one of them is as good as the next. */
const deepest = 5;

/**
 * Why work failed, in words that are safe to keep and to show: the kind of the innermost error and its code, such as
 * `PostgresError 23505`, or one of our own codes. Never its message, which may quote the row.
 */
export function causeOf(thrown: unknown): string {
  const error = innermost(thrown, deepest);
  if (error instanceof CodedError) return error.code;
  if (!(error instanceof Error)) return "Error";
  const code = "code" in error && typeof error.code === "string" ? error.code : "";
  const named = /^[A-Za-z]\w{0,59}$/.test(error.name) ? error.name : "Error";
  return /^[A-Z0-9_]{3,40}$/.test(code) ? `${named} ${code}` : named;
}

function innermost(thrown: unknown, depth: number): unknown {
  return thrown instanceof Error && thrown.cause instanceof Error && depth > 0
    ? innermost(thrown.cause, depth - 1)
    : thrown;
}
