import type { SQL } from "drizzle-orm";
import {
  claimDue,
  claimDueOf,
  dueLanesOf,
  dueRowsOf,
  nextClaimOf,
  nextDueOf,
  releaseAll,
  type TenantDueTable,
} from "@/db/due";
import { type Tenant, tenantOf } from "@/lib/kernel/actor";
import { now } from "@/lib/kernel/clock";
import { ownerOf } from "@/lib/kernel/lane";
import type { TaskName } from "@/lib/kernel/nudge";
import type { BusinessTime, RealTime } from "@/lib/kernel/time";

/** A row claimed by this worker: its lane, and how many milliseconds its tenant's clock is ahead of real time. */
export type Claimed = { id: string; lane: string; clockAhead: number };

/** Number of claimed rows by lane. */
export type Lanes = ReadonlyMap<string, number>;

/** `retries`: include deliveries that have failed before. */
export type RowFilter = { retries: boolean };

/**
 * A kind of background work: which rows are due, and what to do with one. The row is the source of truth; both engines
 * only decide when and where it runs. Rows are claimed under a lease, so any number of workers may try. Callers pass
 * real time; whether a row is due by its tenant's clock is looked up.
 */
export type Task = {
  name: TaskName;
  /** Rows one process works on at the same time. */
  concurrency: number;
  /** How many of them may be of one tenant; without it the task shares them by itself. */
  perLane?: number;
  /**
   * In how many lanes Inngest has it at work at once, over all marketplaces; without one, its lanes share the places of
   * those that keep the database busy. For work that waits for outside parties most of its time.
   */
  lanesAtOnce?: number;
  /** Work of the service itself, in one row: the sweep does it, so that it costs Inngest no run. */
  chore?: boolean;
  /** Rows that are worked on together share their statements, so that a row needs no seat (lib/kernel/seats.ts). */
  gathers?: boolean;
  claimDue: (limit: number, realNow: RealTime, lanes: Lanes) => Promise<Claimed[]>;
  /** Claims due rows of one tenant, however full its lane. */
  claimDueOf: (tenant: Tenant, limit: number, realNow: RealTime, filter: RowFilter) => Promise<Claimed[]>;
  /** `claimDue` in one lane. */
  claimDueIn: (lane: string, limit: number, realNow: RealTime, lanes: Lanes) => Promise<Claimed[]>;
  /** When something can next be claimed in a lane, in real time, leases counted; null when nothing waits there. */
  nextDueIn: (lane: string, realNow: RealTime) => Promise<RealTime | null>;
  /** For `readDueRows`: the tenant's due rows, leased or not; those not leased come first. Null: there are never any. */
  dueRowsOf: (tenant: Tenant, limit: number, realNow: RealTime, filter: RowFilter) => SQL | null;
  /** For `readDueLanes`: lanes in which something has been due, and not leased, since `before` or longer. */
  dueLanes: (before: RealTime, realNow: RealTime) => SQL;
  /** For `readNext`: up to when the tenant's clock may be moved without skipping any of this task's work. */
  nextDueOf: (tenant: Tenant, businessTime: BusinessTime) => SQL | null;
  /** Works on a claimed row; returns when it is due again by its tenant's clock, or null when it is done. */
  run: (id: string, businessTime: () => BusinessTime) => Promise<BusinessTime | null>;
  /** Ends every lease. Only for a process that knows it is the only one. */
  release: () => Promise<void>;
};

type Own = Pick<Task, "name" | "concurrency"> &
  Partial<Pick<Task, "gathers" | "lanesAtOnce" | "nextDueOf" | "perLane">> & {
    run: (id: string, now: BusinessTime) => Promise<BusinessTime | null>;
  };

/**
 * A task over a table whose rows have `dueColumns`, claimed oldest first. Unless it says otherwise, a quarter of its places
 * stays free of the tenant that has the most rows, so that it holds nobody up. Test rows wait for seats in their places (lib/kernel/seats.ts): live rows do
 * not queue behind them, however many tenants have some.
 */
export function taskOver(table: TenantDueTable, { run, ...task }: Own): Task {
  const { perLane = task.concurrency - Math.ceil(task.concurrency / 4) } = task;
  return {
    perLane,
    claimDue: (limit, realNow, lanes) =>
      claimDue(table, limit, realNow, { full: fullLanes(lanes, perLane, limit), liveFirst: !task.gathers }),
    claimDueOf: (tenant, limit, realNow) => claimDueOf(tenant, table, limit, realNow),
    claimDueIn: async (lane, limit, realNow) => {
      const tenant = tenantIn(lane);
      return tenant ? claimDueOf(tenant, table, limit, realNow) : [];
    },
    nextDueIn: async (lane, realNow) => {
      const tenant = tenantIn(lane);
      return tenant && nextClaimOf(tenant, table, realNow);
    },
    dueRowsOf: (tenant, limit, realNow) => dueRowsOf(tenant, table, limit, realNow),
    dueLanes: (before, realNow) => dueLanesOf(table, before, realNow),
    nextDueOf: (tenant, businessTime) => nextDueOf(tenant, table, businessTime),
    run: (id, businessTime) => run(id, businessTime()),
    release: () => releaseAll(table, now()),
    ...task,
  };
}

/** Whose lane it is, for work that starts from it; null for the lane of the service itself. */
export function tenantIn(lane: string): Tenant | null {
  const owner = ownerOf(lane);
  return owner && tenantOf(owner);
}

/** Lanes that a claim of so many rows might overfill. */
export function fullLanes(lanes: Lanes, perLane: number, limit: number): string[] {
  return [...lanes].flatMap(([lane, count]) => (count + limit > perLane ? [lane] : []));
}
