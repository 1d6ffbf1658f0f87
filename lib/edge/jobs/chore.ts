import { eq } from "drizzle-orm";
import { claimDue, dueLanesOf, nextServiceClaim, releaseAll } from "@/db/due";
import { chores } from "@/db/schema/operations";
import { now } from "@/lib/kernel/clock";
import type { TaskName } from "@/lib/kernel/nudge";
import { businessTime, type RealTime } from "@/lib/kernel/time";
import type { Task } from "./task";

/** Work of the service itself: one row that has the task's name, due by real time, and no tenant waits for it. */
export function chore(name: TaskName, run: (realNow: RealTime) => Promise<RealTime>): Task {
  const row = eq(chores.id, name);
  const claim = (realNow: RealTime) => claimDue(chores, 1, realNow, { within: row });
  return {
    name,
    concurrency: 1,
    chore: true,
    claimDue: (_limit, realNow) => claim(realNow),
    claimDueOf: async () => [],
    claimDueIn: async (lane, _limit, realNow) => (lane === "" ? claim(realNow) : []),
    nextDueIn: async (lane, realNow) => (lane === "" ? nextServiceClaim(chores, realNow, row) : null),
    dueRowsOf: () => null,
    dueLanes: (before, realNow) => dueLanesOf(chores, before, realNow, row),
    nextDueOf: () => null,
    run: async () => businessTime(await run(now()), 0),
    release: () => releaseAll(chores, now()),
  };
}
