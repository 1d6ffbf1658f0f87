import { sql } from "drizzle-orm";
import type { Task } from "@/lib/edge/jobs/task";

/** A task that never has anything to do, but for what it is given. */
export function stubTask(own: Pick<Task, "name"> & Partial<Task>): Task {
  const nothing = async () => [];
  return {
    concurrency: 8,
    claimDue: nothing,
    claimDueOf: nothing,
    claimDueIn: nothing,
    nextDueIn: async () => null,
    dueRowsOf: () => null,
    dueLanes: () => sql`select '' as lane, now() as since, '' as oldest, false as busy where false`,
    nextDueOf: () => null,
    run: async () => null,
    release: async () => {},
    ...own,
  };
}
