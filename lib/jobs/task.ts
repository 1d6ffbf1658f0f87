import { type Claim, claimDue, claimDueOf, claimOne, hasDue, peekDue } from "@/db/due";
import type { Tenant } from "@/lib/actor";
import type { TaskName } from "@/lib/nudge";

/** A row in this worker's hands. The lane is whose work it is, for tasks that keep lanes from crowding one another. */
export type Claimed = { id: string; lane: string };

/** Rows in hand by lane. */
export type Lanes = ReadonlyMap<string, number>;

/**
 * A kind of background work: which rows are due, and what to do with one. The row is the truth; both engines only
 * decide when and where it runs. Rows are taken under a lease, so any number of workers may try.
 */
export type Task = {
  name: TaskName;
  /** Rows one process works on at the same time. */
  concurrency: number;
  /** Ids of due rows that nobody has, for an engine that hands them out one by one. */
  peek: (limit: number, now: Date) => Promise<Pending[]>;
  claimDue: (limit: number, now: Date, lanes: Lanes) => Promise<Claimed[]>;
  /** Due rows of one tenant, whatever its lane holds. */
  claimDueOf: (tenant: Tenant, limit: number, now: Date) => Promise<string[]>;
  claimOne: (id: string, now: Date) => Promise<Claim>;
  /** Whether the tenant has due rows, taken by a worker or not. */
  hasDue: (tenant: Tenant, now: Date) => Promise<boolean>;
  /** Works on a row that was taken; answers when to look at it again, or null when there is nothing more to do. */
  run: (id: string) => Promise<Date | null>;
};

/** A due row and whose it is. */
export type Pending = { id: string; marketplaceId: string };

type Table = Parameters<typeof claimDueOf>[1];

/** A task over a table whose rows carry `dueColumns`, taken oldest first. */
export function taskOver(
  table: Table,
  task: Pick<Task, "name" | "concurrency" | "run"> & Partial<Pick<Task, "claimDue">>,
): Task {
  return {
    peek: (limit, now) => peekDue(table, limit, now),
    claimDue: async (limit, now) => (await claimDue(table, limit, now)).map((id) => ({ id, lane: "" })),
    claimDueOf: (tenant, limit, now) => claimDueOf(tenant, table, limit, now),
    claimOne: (id, now) => claimOne(table, id, now),
    hasDue: (tenant, now) => hasDue(tenant, table, now),
    ...task,
  };
}
