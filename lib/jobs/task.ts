import {
  type Claim,
  claimDue,
  claimDueOf,
  claimOne,
  type DueRow,
  dueRowsOf,
  nextDueOf,
  peekDue,
  releaseAll,
  type TenantDueTable,
} from "@/db/due";
import type { Tenant } from "@/lib/actor";
import type { TaskName } from "@/lib/nudge";
import type { BusinessTime, RealTime } from "@/lib/time";

/**
 * A row in this worker's hands: whose work it is (the lane, for tasks that keep lanes from crowding one another), and how
 * many milliseconds the clock of its tenant is ahead of real time.
 */
export type Claimed = { id: string; lane: string; clockAhead: number };

/** Rows in hand by lane. */
export type Lanes = ReadonlyMap<string, number>;

/** Of one tenant's rows, which count. */
export type RowFilter = {
  /** Deliveries that have failed before, too. */
  retries: boolean;
};

/**
 * A kind of background work: which rows are due, and what to do with one. The row is the truth; both engines only
 * decide when and where it runs. Rows are taken under a lease, so any number of workers may try.
 *
 * When a row is due by the clock of its own tenant is looked up with the real time.
 */
export type Task = {
  name: TaskName;
  /** Rows one process works on at the same time. */
  concurrency: number;
  /** Ids of due rows that nobody has, for an engine that hands them out one by one. */
  peek: (limit: number, realNow: RealTime) => Promise<Pending[]>;
  claimDue: (limit: number, realNow: RealTime, lanes: Lanes) => Promise<Claimed[]>;
  /** Due rows of one tenant, whatever its lane holds. */
  claimDueOf: (tenant: Tenant, limit: number, realNow: RealTime, filter: RowFilter) => Promise<Omit<Claimed, "lane">[]>;
  /** Takes one row, or says in real time when it may be had. */
  claimOne: (id: string, realNow: RealTime) => Promise<Claim>;
  /** The tenant's due rows, taken by a worker or not; those nobody has come first. */
  dueRowsOf: (tenant: Tenant, limit: number, realNow: RealTime, filter: RowFilter) => Promise<DueRow[]>;
  /**
   * The moment, in business time, up to which a clock may be moved without passing over anything this task does for the
   * tenant; null: nothing waits.
   */
  nextDueOf: (tenant: Tenant, businessTime: BusinessTime) => Promise<BusinessTime | null>;
  /**
   * Works on a row that was taken; answers, in business time, when to look at it again, or null when there is nothing more
   * to do.
   * @param businessTime the clock of the row's tenant.
   */
  run: (id: string, businessTime: () => BusinessTime) => Promise<BusinessTime | null>;
  /** Gives back every row that a worker has. Only for a process that knows it is the only one. */
  release: () => Promise<void>;
};

/** A due row and whose it is. */
export type Pending = { id: string; marketplaceId: string };

type Own = Pick<Task, "name" | "concurrency"> &
  Partial<Pick<Task, "nextDueOf">> & {
    /** Works on a row when the clock of its tenant shows `now`. */
    run: (id: string, now: BusinessTime) => Promise<BusinessTime | null>;
  };

/** A task over a table whose rows carry `dueColumns`, taken oldest first. */
export function taskOver(table: TenantDueTable, { run, ...task }: Own): Task {
  return {
    peek: (limit, realNow) => peekDue(table, limit, realNow),
    claimDue: async (limit, realNow) => (await claimDue(table, limit, realNow)).map((row) => ({ ...row, lane: "" })),
    claimDueOf: (tenant, limit, realNow) => claimDueOf(tenant, table, limit, realNow),
    claimOne: (id, realNow) => claimOne(table, id, realNow),
    dueRowsOf: (tenant, limit, realNow) => dueRowsOf(tenant, table, limit, realNow),
    nextDueOf: (tenant, businessTime) => nextDueOf(tenant, table, businessTime),
    run: (id, businessTime) => run(id, businessTime()),
    release: () => releaseAll(table),
    ...task,
  };
}
