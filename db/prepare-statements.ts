import type postgres from "postgres";
import { processWide } from "@/lib/kernel/process-wide";
import { deadlines } from "@/lib/terms/deadlines";
import { createTurns, type Turns } from "./take-turns";
import { awaitAnswer } from "./watch-connections";

type Query = postgres.PendingQuery<postgres.Row[]>;
type Send = (text: string, parameters: unknown[], options: object) => Query;
type Begin = (work: (inner: object) => unknown) => Promise<unknown>;

/** A transaction, or a savepoint in one: why nothing may be sent in it any more. */
type Hold = { over?: Error; within?: Hold };

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

/** On another connection where the first was lost before anything was done. */
async function beginning(begin: Begin, work: (inner: object) => Promise<unknown>, tries = 3): Promise<unknown> {
  const hold: Hold = {};
  let begun = false;
  // The driver sends BEGIN and COMMIT by itself.
  let answered = awaitAnswer(atOnce);
  try {
    return await begin((inner) => {
      begun = true;
      answered();
      return heldWhile(hold, work(holding(inner, hold))).finally(() => {
        answered = awaitAnswer(atOnce);
      });
    });
  } catch (error) {
    if (begun || tries === 1 || !isLoss(error)) throw error;
    await settling();
  } finally {
    answered();
  }
  return beginning(begin, work, tries - 1);
}

const losses = ["CONNECTION_CLOSED", "ECONNRESET", "EPIPE", "57P01", "57P02", "25P03"];
const isLoss = (error: unknown) => losses.includes(String((error as { code?: unknown }).code));

/** The news that several connections have ended come one after another. */
const settling = () => new Promise<void>((resolve) => void setTimeout(resolve, 10));

/** The same of a transaction, in which nothing is sent once its work has come to an end: its connection may be another's by then. */
function holding<Client extends object>(client: Client, hold: Hold): Client {
  return replacing(client, {
    unsafe: (send: Send) => sending((start) => inHold(hold, start), send),
    savepoint: (savepoint: Begin) => (work: (inner: object) => Promise<unknown>) =>
      savepoint((inner) => {
        const own: Hold = { within: hold };
        return heldWhile(own, work(holding(inner, own)));
      }),
  });
}

async function heldWhile(hold: Hold, work: Promise<unknown>): Promise<unknown> {
  try {
    return await work;
  } finally {
    hold.over = new Error("A statement came after the end of its transaction: nothing waited for what sent it.");
  }
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
    return through(() => awaited(send(text, parameters, { ...options, prepare: true })));
  };

/** The driver marks a statement as active once those before it on its connection are done. */
const awaited = (query: Query) =>
  ending(
    query,
    awaitAnswer(() => (query as unknown as { active: boolean }).active),
  );

/** On a connection of its own, nothing is in front. */
const atOnce = () => true;

function inTurn(turns: Turns, start: () => Query): Query {
  const wait = turns.shared();
  if (wait) return later(wait, () => ending(start(), turns.leave));
  return ending(start(), turns.leave);
}

function inHold(hold: Hold, start: () => Query): Query {
  for (let one: Hold | undefined = hold; one; one = one.within) if (one.over) throw one.over;
  return start();
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
