import { AsyncLocalStorage } from "node:async_hooks";
import { getTableName, sql } from "drizzle-orm";
import { drizzle, type PostgresJsDatabase } from "drizzle-orm/postgres-js";
import postgres from "postgres";
import type { Tenant } from "@/lib/kernel/actor";
import { second } from "@/lib/kernel/calendar";
import { env } from "@/lib/kernel/env";
import { laneOf } from "@/lib/kernel/lane";
import { processWide } from "@/lib/kernel/process-wide";
import { carryTrace } from "@/lib/kernel/tracing/in-span";
import { sendWakeUps, type WakeUp } from "@/lib/kernel/wake-up";
import { deadlines } from "@/lib/terms/deadlines";
import { closeApart } from "./ask-apart";
import type { DueTable } from "./columns";
import { preparing } from "./prepare-statements";
import { sessionName } from "./session-name";
import { usualLimit, withLimit } from "./statement-limit";
import { requireGoingOn } from "./stop-work";
import { watchedSocket } from "./watch-connections";

type Open = { tx: PostgresJsDatabase; wakeUps: WakeUp[]; endings: (() => Promise<void>)[] };
type Shared = { sql?: postgres.Sql; handle?: PostgresJsDatabase; current: AsyncLocalStorage<Open> };

const state: Shared = processWide("database", () => ({ current: new AsyncLocalStorage<Open>() }));

/** The connection pool itself, for what needs more than a query (LISTEN, health, start-up). */
export function connection(): postgres.Sql {
  state.sql ??= postgres(env().databaseUrl, {
    max: env().databasePool,
    onnotice: () => {},
    connection: {
      application_name: sessionName(),
      statement_timeout: usualLimit(),
      idle_in_transaction_session_timeout: deadlines.idleInTransaction,
    },
    connect_timeout: deadlines.connect / second,
    keep_alive: deadlines.keepAlive / second,
    ...{ socket: watchedSocket },
    // Seconds until the next attempt to connect. The driver's default of up to 20 would keep work idle long after the
    // database is back, and a shutdown waiting.
    backoff: (attempt) => Math.min(1, 0.05 * 2 ** attempt),
  });
  return state.sql;
}

/** The database; inside `transaction`, the transaction itself. @throws Error where the work was stopped (`stoppable`) */
export function db(): PostgresJsDatabase {
  requireGoingOn();
  const open = state.current.getStore();
  if (open) return open.tx;
  state.handle ??= drizzle(preparing(connection(), env().databasePool));
  return state.handle;
}

/**
 * Runs `work` in one transaction; inside another, in a savepoint. Hints given with `wakeWorkers` are passed on after
 * the outermost commit.
 */
export async function transaction<T>(work: () => Promise<T>): Promise<T> {
  const { current } = state;
  const outer = current.getStore();
  const wakeUps: WakeUp[] = [];
  const endings = outer?.endings ?? [];
  const result = await db().transaction((tx) =>
    current.run({ tx, wakeUps, endings }, async () => {
      const done = await work();
      if (!outer) for (const end of endings) await end();
      return done;
    }),
  );
  if (outer) outer.wakeUps.push(...wakeUps);
  else sendWakeUps(wakeUps);
  return result;
}

/** `transaction`, for statements that go through a whole table and are worth waiting for; nobody else's wait for theirs. */
export function longTransaction<T>(work: () => Promise<T>): Promise<T> {
  return withLimit(deadlines.longStatement, () =>
    transaction(async () => {
      await db().execute(sql.raw(`set local statement_timeout = ${deadlines.longStatement}`));
      return work();
    }),
  );
}

/**
 * Wraps work that is to come last in whatever transaction asks for it, once for all that it is asked for: what it locks
 * is then locked after everything else, in one order. Runs at once outside a transaction.
 */
export function beforeCommit<Item>(work: (items: readonly Item[]) => Promise<void>) {
  const waiting = new WeakMap<Open["endings"], Item[]>();
  return async (items: readonly Item[]): Promise<void> => {
    const endings = state.current.getStore()?.endings;
    if (!endings) return work(items);
    const earlier = waiting.get(endings);
    if (earlier) {
      earlier.push(...items);
      return;
    }
    const all = [...items];
    waiting.set(endings, all);
    endings.push(async () => {
      waiting.delete(endings);
      await work(all);
    });
  };
}

/** Does now what is to come last in the current transaction: for a transaction in which time passes. */
export async function runBeforeCommit(): Promise<void> {
  for (const end of state.current.getStore()?.endings.splice(0) ?? []) await end();
}

export function inTransaction(): boolean {
  return state.current.getStore() !== undefined;
}

/** Begins every call to an outside party: a transaction that waits for one holds a connection and locks. */
export function requireOutsideTransaction(what: string): void {
  if (inTransaction())
    throw new Error(`${what} was called inside a transaction: call it before, and pass its answer in.`);
  requireGoingOn();
}

/** Passed to the job engine once the transaction has committed. `tenant` null: the row belongs to none. */
export function wakeWorkers(table: DueTable, id: string, tenant: Tenant | null): void {
  const hint = { table: getTableName(table), id, lane: laneOf(tenant) };
  carryTrace(hint);
  const open = state.current.getStore();
  if (open) open.wakeUps.push(hint);
  else sendWakeUps([hint]);
}

export async function closeDatabase(): Promise<void> {
  await closeApart();
  await state.sql?.end({ timeout: 5 });
  state.sql = undefined;
  state.handle = undefined;
}

/** The only row of a statement that always answers one: `await db().insert(…).then(one)`. @throws Error where it did not */
export function one<T>(rows: readonly T[]): T {
  const [row] = rows;
  if (row === undefined || rows.length > 1) throw new Error(`Expected one row, found ${rows.length}.`);
  return row;
}
