import type postgres from "postgres";
import { processWide } from "@/lib/kernel/process-wide";
import { deadlines } from "@/lib/terms/deadlines";
import { createTurns, type Turns } from "./take-turns";
import { awaitAnswer } from "./watch-connections";

type Query = postgres.PendingQuery<postgres.Row[]>;
type Send = (text: string, parameters: unknown[], options: object) => Query;
type Begin = (work: (inner: object) => unknown) => Promise<unknown>;

/** The connection of a transaction: a statement on it has failed, and why nothing may be sent on it any more. */
type Hold = { failed: boolean; over?: unknown };

const newest: { turns?: Turns } = processWide("pool-turns", () => ({}));

/** What has a turn on the pool, and what waits for one; null before the first statement. */
export const turnsTaken = () => newest.turns?.taken() ?? null;

/**
 * The pool with prepared statements: a repeated statement takes one round trip instead of two and is planned once. Each
 * distinct text is kept for as long as the connection, so frequent statements pass a list as one array (`= any`), not
 * as one parameter per entry. It is also kept from what the driver cannot do (docs/decisions/008-prepared-statements.md).
 * @param size connections of the pool
 */
export function preparing<Client extends object>(client: Client, size: number): Client {
  const turns = createTurns(size, deadlines.poolWait);
  newest.turns = turns;
  return replacing(client, {
    unsafe: (send: Send) => sending((start) => inTurn(turns, start), send),
    begin: (begin: Begin) => (work: (inner: object) => Promise<unknown>) => turns.alone(() => beginning(begin, work)),
  });
}

/** On another connection where the first was lost before anything was done: the driver has a statement fail after a loss. */
async function beginning(begin: Begin, work: (inner: object) => Promise<unknown>, tries = 3): Promise<unknown> {
  const hold: Hold = { failed: false };
  let begun = false;
  // The driver sends BEGIN and COMMIT by itself.
  let answered = awaitAnswer(atOnce);
  try {
    return await begin((inner) => {
      begun = true;
      answered();
      return whileHeld(hold, work(holding(inner, hold))).finally(() => {
        answered = awaitAnswer(atOnce);
      });
    });
  } catch (error) {
    hold.over = error;
    if (isLoss(error)) await settling();
    if (begun || tries === 1 || !isLoss(error)) throw error;
  } finally {
    answered();
  }
  return beginning(begin, work, tries - 1);
}

const losses = ["CONNECTION_CLOSED", "ECONNRESET", "EPIPE", "57P01", "57P02", "25P03"];
const isLoss = (error: unknown) => losses.includes(String((error as { code?: unknown }).code));

/** The same of a transaction, on whose connection nothing is sent once that is lost: by then it may be another's. */
function holding<Client extends object>(client: Client, hold: Hold): Client {
  return replacing(client, {
    unsafe: (send: Send) => sending((start) => inHold(hold, start), send),
    savepoint: (savepoint: Begin) => (work: (inner: object) => Promise<unknown>) =>
      savepoint((inner) => whileHeld(hold, work(holding(inner, hold)))),
  });
}

function replacing<Client extends object>(client: Client, others: Record<string, (own: never) => unknown>): Client {
  return new Proxy(client, {
    get(target, name) {
      const own: unknown = Reflect.get(target, name);
      const other = typeof name === "string" && Object.hasOwn(others, name) ? others[name] : undefined;
      return other ? other(own as never) : own;
    },
  });
}

const sending =
  (through: (start: () => Query) => Query, send: Send) =>
  (text: string, given: unknown[] = [], options?: object) => {
    // Taken out of drizzle's own list, which the error of a failed query has: whoever prints that would print people's
    // names and what they search for.
    const parameters = given.splice(0);
    return through(() => awaited(tellingLater(send(text, parameters, { ...options, prepare: true }))));
  };

/** Has a statement that was lost with its connection fail once others that are lost at the same time are known, too. */
function tellingLater(query: Query): Query {
  const told = query as unknown as { reject: (error: unknown) => void };
  const { reject } = told;
  told.reject = (error) => void (isLoss(error) ? settling().then(() => reject(error)) : reject(error));
  return query;
}

/** The driver marks a statement as active once those before it on its connection are done. */
const awaited = (query: Query) =>
  ending(
    query,
    awaitAnswer(() => (query as unknown as { active: boolean }).active),
  );

/** On a connection of its own, nothing is in front. */
const atOnce = () => true;

/**
 * The driver never again sends anything on a connection on which a statement began between its end and the news of that,
 * as those of several come one after another.
 */
const settling = () => new Promise<void>((resolve) => void setTimeout(resolve, 10));

function inTurn(turns: Turns, start: () => Query): Query {
  const wait = turns.shared();
  if (wait) return later(wait, () => ending(start(), turns.leave));
  return ending(start(), turns.leave);
}

function inHold(hold: Hold, start: () => Query): Query {
  const begin = () => {
    if (hold.over !== undefined) throw hold.over;
    const query = start();
    query.catch(() => {
      hold.failed = true;
    });
    return query;
  };
  // What has failed may have done so because the connection is gone, of which we hear a moment later.
  return hold.failed ? later(aMoment(), begin) : begin();
}

function ending(query: Query, end: () => void): Query {
  query.then(end, end);
  return query;
}

/** A statement that begins later, as far as drizzle uses one. */
function later(wait: Promise<void>, start: () => Query): Query {
  let asValues = false;
  const answered = (async () => {
    await wait;
    const query = start();
    return asValues ? query.values() : query;
  })();
  const values = () => {
    asValues = true;
    return answered;
  };
  return Object.assign(answered, { values }) as unknown as Query;
}

const aMoment = () => new Promise<void>((resolve) => void setImmediate(resolve));

/**
 * What comes of a transaction's work, for the driver, which then commits or rolls back. On a connection that is lost it would
 * write to nothing, outside of any promise, and never connect again: of that it is told nothing, and has itself refused
 * the transaction.
 */
function whileHeld(hold: Hold, work: Promise<unknown>): Promise<unknown> {
  return new Promise((resolve, reject) => {
    work.then(
      (result) => {
        if (hold.over === undefined) resolve(result);
      },
      async (error: unknown) => {
        await aMoment();
        if (hold.over === undefined && !isFatal(error)) reject(error);
      },
    );
  });
}

/** Whether the server ends the connection with it. */
function isFatal(error: unknown): boolean {
  const { cause, severity } = error as { cause?: unknown; severity?: unknown };
  return severity === "FATAL" || (typeof cause === "object" && cause !== null && isFatal(cause));
}
