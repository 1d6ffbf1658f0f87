import { AsyncResource } from "node:async_hooks";
import { sql } from "drizzle-orm";
import { beforeAll, expect, test } from "vitest";
import { db, transaction } from "@/db/client";
import { useDatabase } from "@/test/database";

// What the driver cannot do by itself, and what it is kept from (docs/decisions/008-prepared-statements.md).

// As a service has: how much is done at once goes by it.
process.env.DATABASE_POOL = "16";
useDatabase();

beforeAll(() => db().execute(sql`create table storm (what text, big text)`));

const put = (what: string, size = 0) => db().execute(sql`insert into storm values (${what}, ${"x".repeat(size)})`);
async function stored(what: string) {
  const [row] = await db().execute<{ n: number }>(sql`select count(*)::int n from storm where what = ${what}`);
  return row?.n;
}
const causeOf = (error: unknown) => String((error as { cause?: unknown }).cause ?? error);
const pause = (most: number) => new Promise((go) => setTimeout(go, Math.random() * most));
/** After a loss, the driver has the connection's next statement fail; then all are well. Long before it gives up connecting. */
const calm = () =>
  expect
    .poll(
      async () => {
        const all = Array.from({ length: 32 }, () => db().execute(sql`select pg_sleep(0.01)`));
        return (await Promise.allSettled(all)).filter(({ status }) => status === "rejected");
      },
      { timeout: 5_000 },
    )
    .toEqual([]);
const ownBackend = sql`pg_backend_pid()`;

test("connections that the server ends fail their transactions alone: nothing is stored of those, and all go on", async () => {
  const end = Date.now() + 1_500;
  const others = sql`pid <> ${ownBackend} and datname = current_database() and state like 'idle in%'`;
  async function kill() {
    for (; Date.now() < end; await pause(50)) {
      await db()
        .execute(sql`select pg_terminate_backend(pid) from pg_stat_activity where ${others} limit 1`)
        .catch(() => {});
    }
  }
  let done = 0;
  const errors: string[] = [];
  async function work() {
    while (Date.now() < end) {
      const one = transaction(async () => {
        await put("killed");
        await pause(20);
        await put("killed");
      });
      await one.then(
        () => (done += 1),
        (error) => errors.push(causeOf(error)),
      );
    }
  }
  await Promise.all([kill(), ...Array.from({ length: 20 }, work)]);
  expect(errors.length).toBeGreaterThan(0);
  expect(errors.filter((error) => !/CONNECTION_CLOSED|ECONNRESET|EPIPE|terminating connection/.test(error))).toEqual(
    [],
  );
  await calm();
  expect(await stored("killed")).toBe(2 * done);
});

test("work that goes on after its connection is lost sends nothing more", async () => {
  const lost = transaction(async () => {
    await put("lost");
    await db()
      .execute(sql`select pg_terminate_backend(${ownBackend})`)
      .catch(() => {});
    await put("lost").catch(() => {});
    await pause(100);
    await put("lost");
  });
  await expect(lost).rejects.toThrow();
  await pause(300);
  await db()
    .execute(sql`select 1`)
    .catch(() => {});
  expect(await stored("lost")).toBe(0);
});

test("what goes on beside a statement that failed is undone with it, also what comes later", async () => {
  let beside: Promise<unknown> = Promise.resolve();
  const failed = transaction(async () => {
    const failing = db().execute(sql`select 1 / 0`);
    beside = failing
      .then(
        () => {},
        () => new Promise((go) => setTimeout(go, 50)),
      )
      .then(() => put("beside"));
    await Promise.all([beside, failing]);
  });
  await expect(failed).rejects.toThrow();
  await expect(beside).rejects.toThrow();
  expect(await stored("beside")).toBe(0);
});

test("what goes on beside work that failed by itself is not stored either", async () => {
  const besides: Promise<unknown>[] = [];
  const one = () =>
    transaction(async () => {
      const beside = (async () => {
        for (let i = 0; i < 20; i++) await put("stray");
      })();
      besides.push(beside);
      await Promise.all([beside, pause(5).then(() => Promise.reject(new Error("own")))]);
    });
  const others = () => transaction(() => put("other"));
  const all = Array.from({ length: 40 }, () => [expect(one()).rejects.toThrow("own"), others()]);
  await Promise.all(all.flat());
  for (const { status } of await Promise.allSettled(besides)) expect(status).toBe("rejected");
  expect([await stored("stray"), await stored("other")]).toEqual([0, 40]);
});

test("a statement that comes after its transaction is refused, also after a savepoint", async () => {
  let late = () => put("none");
  await transaction(async () => {
    await transaction(async () => {
      late = AsyncResource.bind(() => put("late"));
    });
    expect(await late().catch(causeOf)).toMatch(/after the end of its transaction/);
    late = AsyncResource.bind(() => put("late"));
  });
  expect(await late().catch(causeOf)).toMatch(/after the end of its transaction/);
  expect(await stored("late")).toBe(0);
});

test("thousands of statements and transactions at once", async () => {
  const one = (i: number) => (i % 10 === 0 ? transaction(() => put("storm", 50)) : put("storm", 50));
  await calm();
  await Promise.all(Array.from({ length: 3_000 }, (_, i) => one(i)));
  expect(await stored("storm")).toBe(3_000);
});
