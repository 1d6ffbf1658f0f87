import { eq, getTableName, type SQL } from "drizzle-orm";
import type { DueTable, TenantDueTable } from "@/db/columns";
import { type ClaimedRow, claimDue, dueLanes, dueRows, nextClaim, nextDue } from "@/db/due";
import { chores } from "@/db/schema/operations";
import { type Tenant, tenantOf } from "@/lib/kernel/actor";
import { now } from "@/lib/kernel/clock";
import { ownerOf } from "@/lib/kernel/lane";
import type { BusinessTime, RealTime } from "@/lib/kernel/time";

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
  name: string;
  /** What it is busy with, for operators and docs/operations.md#background-work. */
  words: string;
  table: DueTable;
  /** Rows one process works on at the same time. */
  concurrency: number;
  /** How many of them may be of one tenant; without it the task shares them by itself. */
  perLane?: number;
  /** Over all marketplaces; without it, its lanes share places. For work that mostly waits for outside parties. */
  lanesAtOnce?: number;
  /** Work of the service itself, in one row: the sweep does it, so that it costs Inngest no run. */
  chore?: boolean;
  /** Rows that are worked on together share their statements, so that a row needs no seat (lib/kernel/seats.ts). */
  gathers?: boolean;
  /** Claims due rows: of all lanes, with some in hand already, or of one, however full it is. */
  claim: (
    limit: number,
    realNow: RealTime,
    from: { inHand?: Lanes; lane?: string } & Partial<RowFilter>,
  ) => Promise<ClaimedRow[]>;
  /** When something can next be claimed in a lane, in real time, leases counted; null when nothing waits there. */
  nextClaim: (lane: string, realNow: RealTime) => Promise<RealTime | null>;
  /** For `readDueRows`: the tenant's due rows, leased or not; those not leased come first. */
  dueRows: (tenant: Tenant, limit: number, realNow: RealTime, filter: RowFilter) => SQL;
  /** For `readDueLanes`: lanes in which something has been due, and not leased, since `before` or longer. */
  dueLanes: (before: RealTime, realNow: RealTime) => SQL;
  /** For `readNext`: up to when the tenant's clock may be moved without skipping any of this task's work. */
  nextDue: (tenant: Tenant, businessTime: BusinessTime) => SQL;
  /** Works on a claimed row. It makes the row due again, by its tenant's clock, or says that it is done. */
  run: (id: string, clock: () => BusinessTime) => Promise<unknown>;
};

/**
 * The rows of a table that has `dueColumns`.
 * @param share.perLane how many rows of one tenant a claim of all lanes fills up to
 * @param share.within the only rows it is about
 */
function rowsIn(table: DueTable, share: Pick<Task, "gathers" | "perLane"> & { within?: SQL }) {
  const { gathers, perLane = Number.POSITIVE_INFINITY, within } = share;
  return {
    claim: (limit, realNow, { lane, inHand = new Map() }) => {
      const all = { full: fullLanes(inHand, perLane, limit), liveFirst: !gathers };
      return claimDue(table, limit, realNow, { within, ...(lane === undefined ? all : { owner: tenantIn(lane) }) });
    },
    nextClaim: (lane, realNow) => nextClaim(table, tenantIn(lane), realNow, within),
    dueRows: (tenant, limit, realNow) => dueRows(table, tenant, limit, realNow),
    dueLanes: (before, realNow) => dueLanes(table, before, realNow, within),
    nextDue: (tenant, businessTime) => nextDue(table, tenant, businessTime),
  } satisfies Partial<Task>;
}

type Entry<Table, Time> = Pick<Task, "name" | "words" | "concurrency" | "lanesAtOnce"> & {
  table: Table;
  run: (id: string, now: Time) => Promise<unknown>;
};

/**
 * A task over a table whose rows belong to tenants, claimed oldest first. Unless it says otherwise, a quarter of its
 * places stays free of the tenant that has the most rows, so that it holds nobody up. Test rows wait for seats in their
 * places (lib/kernel/seats.ts): live rows do not queue behind them, however many tenants have some.
 */
export function task(
  entry: Entry<TenantDueTable, BusinessTime> & Partial<Pick<Task, "gathers" | "nextDue" | "perLane">>,
): Task {
  const shared = { perLane: entry.concurrency - Math.ceil(entry.concurrency / 4), ...entry };
  return { ...rowsIn(entry.table, shared), ...shared, run: (id, clock) => entry.run(id, clock()) };
}

/** A task over rows that belong to no tenant: due by real time, and no tenant waits for them. */
export function serviceTask(entry: Entry<DueTable & { marketplaceId?: never }, RealTime>): Task {
  return { ...rowsIn(entry.table, {}), ...entry, run: (id) => entry.run(id, now()) };
}

/** Work of the service itself: one row that has the task's name, due by real time. */
export function chore({
  name,
  words,
  run,
}: Pick<Task, "name" | "words"> & { run: (realNow: RealTime) => Promise<unknown> }): Task {
  const rows = rowsIn(chores, { within: eq(chores.id, name) });
  return { name, words, table: chores, ...rows, concurrency: 1, chore: true, run: () => run(now()) };
}

export const tasksOver = (tasks: readonly Task[], table: string) =>
  tasks.filter((one) => getTableName(one.table) === table);

/** Whether tenants wait for its rows, by their clocks. */
export const isOfTenants = ({ table }: Task) => table.marketplaceId !== undefined;

/** Whose lane it is, for work that starts from it; null for the lane of the service itself. */
export function tenantIn(lane: string): Tenant | null {
  const owner = ownerOf(lane);
  return owner && tenantOf(owner);
}

/** Lanes that a claim of so many rows might overfill. */
export function fullLanes(lanes: Lanes, perLane: number, limit: number): string[] {
  return [...lanes].flatMap(([lane, count]) => (count + limit > perLane ? [lane] : []));
}
