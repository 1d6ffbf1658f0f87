import { claimDue, dueLanesOf, nextServiceClaim, releaseAll, type ServiceDueTable } from "@/db/due";
import { now } from "@/lib/kernel/clock";
import { businessTime, type RealTime } from "@/lib/kernel/time";
import type { Task } from "./task";

type Own = Pick<Task, "name" | "concurrency" | "lanesAtOnce"> & {
  run: (id: string, realNow: RealTime) => Promise<RealTime | null>;
};

/** A task over rows that belong to no tenant: due by real time, and no tenant waits for them. */
export function serviceTaskOver(table: ServiceDueTable, { run, ...task }: Own): Task {
  return {
    claimDue: (limit, realNow) => claimDue(table, limit, realNow),
    claimDueOf: async () => [],
    claimDueIn: async (lane, limit, realNow) => (lane === "" ? claimDue(table, limit, realNow) : []),
    nextDueIn: async (lane, realNow) => (lane === "" ? nextServiceClaim(table, realNow) : null),
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
