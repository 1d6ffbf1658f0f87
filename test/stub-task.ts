import { sql } from "drizzle-orm";
import { deliveries } from "@/db/schema/webhooks";
import type { Task } from "@/lib/edge/jobs/task";

/** A task that never has anything to do, but for what it is given. */
export function stubTask(own: Pick<Task, "name"> & Partial<Task>): Task {
  return {
    words: "doing what a test says",
    table: deliveries,
    concurrency: 8,
    claim: async () => [],
    nextClaim: async () => null,
    dueRows: () => sql`select '' as id, false as taken where false`,
    dueLanes: () => sql`select '' as lane, now() as since, '' as oldest, false as busy where false`,
    nextDue: () => sql`select null::timestamptz as next`,
    run: async () => null,
    ...own,
  };
}
