import type { PgColumn, PgTable } from "drizzle-orm/pg-core";
import { claimDue, claimOne, dueLanesOf, peekDue, releaseAll } from "@/db/due";
import { now } from "@/lib/clock";
import type { TaskName } from "@/lib/nudge";
import { businessTime, type RealTime } from "@/lib/time";
import type { Task } from "./task";

type Own = { name: TaskName; concurrency: number; run: (id: string, realNow: RealTime) => Promise<RealTime | null> };

/** A task over rows that belong to no tenant: due by real time, and no tenant waits for them. */
export function serviceTaskOver(
  table: PgTable & { id: PgColumn; dueAt: PgColumn; leasedUntil: PgColumn },
  { run, ...task }: Own,
): Task {
  return {
    peek: (limit, realNow) => peekDue(table, limit, realNow),
    claimDue: async (limit, realNow) => (await claimDue(table, limit, realNow)).map((row) => ({ ...row, lane: "" })),
    claimDueOf: async () => [],
    claimOne: (id, realNow) => claimOne(table, id, realNow),
    dueRowsOf: () => null,
    dueLanes: (before, realNow) => dueLanesOf(table, before, realNow),
    nextDueOf: () => null,
    run: async (id) => {
      const again = await run(id, now());
      return again && businessTime(again, 0);
    },
    release: () => releaseAll(table, now()),
    ...task,
  };
}
