import { getTableName } from "drizzle-orm";
import type { ClaimedRow } from "@/db/due";
import { readDueRows, readNext } from "@/db/due";
import type { Tenant } from "@/lib/kernel/actor";
import { later, second } from "@/lib/kernel/calendar";
import { now } from "@/lib/kernel/clock";
import { laneOf } from "@/lib/kernel/lane";
import type { BusinessTime } from "@/lib/kernel/time";
import { sendWakeUps } from "@/lib/kernel/wake-up";
import { tasks } from "./all-tasks";
import { runRow } from "./run-row";
import { isOfTenants, type RowFilter, type Task } from "./task";

const ofTenants = tasks.filter(isOfTenants);

/** How many rows are looked at, and how many of those that share their statements are claimed at once. */
const batchSize = 100;
const claimSize = 25;

/** How many others are claimed at once. They wait for the tenant's seats, under a lease. */
const fewRows = 4;

/** How long to wait for rows that others hold, at first and at most. */
const waits = { first: 20, most: 250, factor: 1.5 };

/** Longest a caller is kept waiting; the engine does the rest. */
const giveUpAfter = 60 * second;

/** Longest wait for rows leased to other workers: longer than any delivery takes. */
const waitForOthers = 15 * second;

/** A row that has been tried this often and is still due is left to the engine. */
const mostTries = 50;

/** Which rows are left to the engine, and how often each was tried, by task and id. */
type Tally = { givenUp: Set<string>; tries: Map<string, number> };

type Options = Partial<RowFilter> & {
  /** In milliseconds. */
  patience?: number;
  /** Rows that earlier runs for the same caller gave up on, which are not waited for again. */
  record?: Tally;
};

/**
 * Runs everything that is due for one tenant by its clock, in order of dependency, until nothing is left; waits for
 * rows that the engine holds. A row that fails, or that another worker does not finish, is left to the engine.
 * @returns whether everything has run; false when rows were left or the time ran out.
 */
export async function runDue(tenant: Tenant, options: Options = {}): Promise<boolean> {
  const { patience = giveUpAfter, retries = false, record = { givenUp: new Set(), tries: new Map() } } = options;
  const deadline = later(now(), patience);
  const before = record.givenUp.size;
  let lastProgress = now();
  let wait = waits.first;
  while (true) {
    const due = await findDue(tenant, { retries }, record);
    if (due.length === 0) return record.givenUp.size === before;
    announce(tenant, new Set(due.flatMap(({ task, taken }) => (taken ? [] : [task]))));
    let progress = false;
    for (const task of new Set(due.flatMap((row) => (row.taken ? [] : [row.task])))) {
      progress = (await runTask(task, tenant, { retries }, deadline, record)) || progress;
    }
    if (now() >= deadline) return false;
    if (progress) {
      lastProgress = now();
      wait = waits.first;
    } else if (now() >= later(lastProgress, waitForOthers)) for (const row of due) record.givenUp.add(row.key);
    else {
      // Another worker holds them.
      await new Promise((resolve) => setTimeout(resolve, wait));
      wait = Math.min(waits.most, wait * waits.factor);
    }
  }
}

/** Lets the engine help with the work of these tasks, of which nobody else tells it. */
function announce(tenant: Tenant, due: Iterable<Task>): void {
  sendWakeUps([...due].map(({ table }) => ({ table: getTableName(table), id: "", lane: laneOf(tenant) })));
}

/** All that waits for a tenant's clock, which has been moved: what the engine knew of when it is due is void. */
export async function announceWaiting(tenant: Tenant): Promise<void> {
  const lane = laneOf(tenant);
  const waiting: Task[] = [];
  for (const task of ofTenants) if (await task.nextClaim(lane, now())) waiting.push(task);
  announce(tenant, waiting);
}

const keyOf = (task: Task, id: string) => `${task.name} ${id}`;

/** Rows that are due and not given up on, in the order of the tasks. */
async function findDue(tenant: Tenant, filter: RowFilter, { givenUp }: Tally) {
  const realNow = now();
  const rows = await readDueRows(
    ofTenants.map((task) => [task.name, task.dueRows(tenant, batchSize, realNow, filter)]),
  );
  return ofTenants.flatMap((task) =>
    rows.flatMap(({ task: name, id, taken }) => {
      const key = keyOf(task, id);
      return name === task.name && !givenUp.has(key) ? [{ task, key, taken }] : [];
    }),
  );
}

async function runTask(task: Task, tenant: Tenant, filter: RowFilter, deadline: Date, record: Tally): Promise<boolean> {
  const limit = task.gathers ? claimSize : fewRows;
  let found = false;
  while (true) {
    const rows = await task.claim(limit, now(), { lane: laneOf(tenant), ...filter });
    await Promise.all(rows.map((row) => tryRow(task, row, record)));
    found ||= rows.length > 0;
    if (rows.length < limit || now() >= deadline) return found;
  }
}

async function tryRow(task: Task, row: ClaimedRow, record: Tally): Promise<void> {
  const key = keyOf(task, row.id);
  const tries = (record.tries.get(key) ?? 0) + 1;
  record.tries.set(key, tries);
  if (tries >= mostTries) record.givenUp.add(key);
  if (!(await runRow(task, row))) record.givenUp.add(key);
}

/** Longest that one moment's rows delay the next while a clock is being moved. */
const patienceOnTheWay = 20 * second;

/** For `advanceClock`: what is due at a moment, including delivery retries, and when the next moment is. */
export function workOnTheWay() {
  const givenUp = new Set<string>();
  return {
    run: (tenant: Tenant) => {
      const record = { givenUp, tries: new Map<string, number>() };
      return runDue(tenant, { retries: true, patience: patienceOnTheWay, record });
    },
    announce: announceWaiting,
    next: async (tenant: Tenant, businessTime: BusinessTime): Promise<BusinessTime | null> => {
      return readNext(ofTenants.map((task) => task.nextDue(tenant, businessTime)));
    },
  };
}
