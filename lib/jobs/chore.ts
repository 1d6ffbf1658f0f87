import { eq } from "drizzle-orm";
import { claimOne, dueLanesOf, peekDue, releaseAll } from "@/db/due";
import { chores } from "@/db/schema/operations";
import { now } from "@/lib/clock";
import type { TaskName } from "@/lib/nudge";
import { businessTime, type RealTime } from "@/lib/time";
import type { Task } from "./task";

/** More than there are chores, all of which are in one table. */
const enough = 100;

/** Work of the service itself: one row that has the task's name, due by real time, and no tenant waits for it. */
export function chore(name: TaskName, run: (realNow: RealTime) => Promise<RealTime>): Task {
  const peek = async (realNow: RealTime) => (await peekDue(chores, enough, realNow)).filter(({ id }) => id === name);
  return {
    name,
    concurrency: 1,
    peek: (_limit, realNow) => peek(realNow),
    claimDue: async (_limit, realNow) => {
      const [due] = await peek(realNow);
      const claim = due && (await claimOne(chores, name, realNow));
      return claim?.taken ? [{ id: name, lane: "", clockAhead: claim.clockAhead }] : [];
    },
    claimDueOf: async () => [],
    claimOne: (id, realNow) => claimOne(chores, id, realNow),
    dueRowsOf: () => null,
    dueLanes: (before, realNow) => dueLanesOf(chores, before, realNow, eq(chores.id, name)),
    nextDueOf: () => null,
    run: async () => businessTime(await run(now()), 0),
    release: () => releaseAll(chores, now()),
  };
}
