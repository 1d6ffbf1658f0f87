import { once } from "node:events";
import { connect, createServer, type Server, Socket } from "node:net";
import { sql } from "drizzle-orm";
import postgres from "postgres";
import { afterAll, beforeAll, beforeEach, expect, test, vi } from "vitest";
import { db, longTransaction, transaction } from "@/db/client";
import { problemHeaders, toProblem } from "@/lib/edge/http/problem";
import { log } from "@/lib/kernel/log";
import { useDatabase } from "@/test/database";

// As in production, only shorter: nothing here goes by how long they are.
vi.mock("@/lib/terms/deadlines", () => ({
  deadlines: {
    statement: 1_000,
    longStatement: 5_000,
    idleInTransaction: 600,
    poolWait: 500,
    connect: 1_000,
    silence: 1_000,
    keepAlive: 15_000,
  },
}));

const pool = 6;
process.env.DATABASE_POOL = `${pool}`;
useDatabase();

/** Between us and the database: a network that can lose everything without a word. */
let network: Server;
let losing = false;
const sockets = new Set<Socket>();
beforeAll(async () => {
  const url = new URL(process.env.DATABASE_URL ?? "");
  const { hostname, port } = url;
  network = createServer({ allowHalfOpen: true }, (near) => {
    const far = connect(Number(port), hostname);
    for (const [from, to] of [
      [near, far],
      [far, near],
    ] as const) {
      sockets.add(from);
      from.on("data", (bytes) => losing || to.write(bytes));
      from.on("close", () => losing || to.destroy());
      from.on("error", () => {});
    }
  }).listen(0, "127.0.0.1");
  await once(network, "listening");
  const address = network.address();
  url.port = `${address && typeof address === "object" ? address.port : 0}`;
  url.hostname = "127.0.0.1";
  process.env.DATABASE_URL = url.href;
  await db().execute(sql`create table waits (what text)`);
  await db().execute(sql`create function full_disk() returns trigger language plpgsql as
    $$ begin raise exception 'could not extend file: No space left on device' using errcode = '53100'; end $$`);
  await db().execute(sql`create table full_table (what text)`);
  await db().execute(
    sql`create trigger full_disk before insert on full_table for each row execute function full_disk()`,
  );
});
afterAll(() => {
  for (const socket of sockets) socket.destroy();
  network.close();
});
beforeEach(() => {
  vi.spyOn(log, "warn").mockReturnValue();
});

const pause = (ms: number) => new Promise((go) => setTimeout(go, ms));
const answers = () => db().execute(sql`select 1 as answer`);
/** How an attempt failed, as the API tells it, and after how many milliseconds. */
async function failure(attempt: Promise<unknown>) {
  const begun = performance.now();
  const error = await attempt.then(
    () => expect.unreachable(),
    (thrown: unknown) => thrown,
  );
  return { ...toProblem(error, "req_1"), ...problemHeaders(error), ms: performance.now() - begun };
}
const unavailable = { status: 503, code: "SERVICE_UNAVAILABLE", "retry-after": "5" };

test("a statement that waits for a lock is ended; what it waited for goes on", async () => {
  const holding = transaction(async () => {
    await db().execute(sql`lock table waits in access exclusive mode`);
    for (let i = 0; i < 5; i++) {
      await pause(300);
      await answers();
    }
  });
  await pause(100);
  const ended = await failure(db().execute(sql`insert into waits values ('waits')`) as Promise<unknown>);
  expect(ended).toMatchObject(unavailable);
  expect(ended.ms).toBeLessThan(1_400);
  await holding;
  await answers();
});

test("one that is worth waiting for has longer, and the next on its connection has not", async () => {
  await longTransaction(async () => void (await db().execute(sql`select pg_sleep(1.5)`)));
  const all = Array.from({ length: pool }, () => failure(db().execute(sql`select pg_sleep(1.5)`) as Promise<unknown>));
  for (const ended of await Promise.all(all)) expect(ended).toMatchObject(unavailable);
});

test("a transaction in which nothing comes any more leaves its locks to others", async () => {
  const forgotten = transaction(async () => {
    await db().execute(sql`lock table waits in access exclusive mode`);
    await pause(1_500);
    await answers();
  });
  await pause(100);
  const [ended] = await Promise.all([failure(forgotten), db().execute(sql`insert into waits values ('after')`)]);
  expect(ended).toMatchObject(unavailable);
  await answers();
});

test("where every connection is taken, who waits for one is told", async () => {
  const taken = Array.from({ length: pool }, () =>
    transaction(async () => void (await db().execute(sql`select pg_sleep(0.9)`))),
  );
  const ended = await failure(transaction(answers));
  expect(ended).toMatchObject(unavailable);
  expect(ended.ms).toBeLessThan(800);
  await Promise.all(taken);
  await transaction(answers);
});

test("statements that wait behind others are not late: while PostgreSQL ends what takes too long, no connection is closed", async () => {
  const lost = vi.spyOn(Socket.prototype, "destroy");
  const holder = postgres(process.env.DATABASE_URL ?? "", { max: 1 });
  let locked = () => {};
  const isLocked = new Promise<void>((go) => (locked = go));
  const held = holder.begin(async (tx) => {
    await tx`lock table waits in access exclusive mode`;
    locked();
    await pause(3_500);
  });
  await isLocked;
  const long = longTransaction(async () => void (await db().execute(sql`select pg_sleep(3.6)`)));
  const reads = Array.from({ length: pool * 3 }, () => db().execute(sql`select * from waits`) as Promise<unknown>);
  const codes = (await Promise.allSettled(reads)).map((read) =>
    read.status === "rejected" ? (read.reason.cause?.code as string) : "answered",
  );
  expect(new Set(codes)).toEqual(new Set(["57014", "answered"]));
  expect(lost).not.toHaveBeenCalled();
  lost.mockRestore();
  await Promise.all([held, long]);
  await holder.end();
});

test("a full disk is something that passes, not a fault of ours", async () => {
  expect(await failure(db().execute(sql`insert into full_table values ('x')`) as Promise<unknown>)).toMatchObject(
    unavailable,
  );
});

test("a network that loses everything is noticed, also in a transaction and at its end; later all goes on", async () => {
  await Promise.all(Array.from({ length: pool }, () => db().execute(sql`select pg_sleep(0.05)`)));
  let lose = () => {};
  const lost = new Promise<void>((go) => (lose = go));
  const [open, ending] = [
    transaction(async () => {
      await db().execute(sql`insert into waits values ('open')`);
      await lost;
      await answers();
    }),
    transaction(async () => {
      await db().execute(sql`insert into waits values ('ending')`);
      await lost;
    }),
  ];
  await pause(100);
  losing = true;
  lose();
  const all = await Promise.all([failure(open), failure(ending), failure(answers()), failure(transaction(answers))]);
  for (const ended of all) {
    expect(ended).toMatchObject(unavailable);
    expect(ended.ms).toBeLessThan(4_500);
  }
  // What comes meanwhile is told at once that there is no connection to be had.
  expect(await failure(answers())).toMatchObject(unavailable);
  losing = false;
  await expect.poll(() => answers().catch(() => []), { timeout: 5_000 }).toEqual([{ answer: 1 }]);
  await Promise.all(Array.from({ length: 20 }, () => transaction(answers)));
  const rows = await db().execute(sql`select what from waits where what in ('open', 'ending')`);
  expect(rows).toEqual([]);
}, 20_000);
