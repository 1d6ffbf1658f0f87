import { claimDue, claimOne, peekDue, releaseAll } from "@/db/due";
import { chores } from "@/db/schema/operations";
import { now } from "@/lib/clock";
import { purge } from "@/lib/retention/purge-expired";
import { businessTime } from "@/lib/time";
import type { Task } from "./task";

/** Deletes expired data: one row of work for the whole service, every hour of real time. */
export const purgeTask: Task = {
  name: "purge",
  concurrency: 1,
  peek: (limit, at) => peekDue(chores, limit, at),
  claimDue: async (limit, at) => (await claimDue(chores, limit, at)).map((row) => ({ ...row, lane: "" })),
  claimDueOf: async () => [],
  claimOne: (id, at) => claimOne(chores, id, at),
  dueRowsOf: async () => [],
  nextDueOf: async () => null,
  run: async () => businessTime(await purge(now()), 0),
  release: () => releaseAll(chores),
};
