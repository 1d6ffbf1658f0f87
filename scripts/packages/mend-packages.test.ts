import { mkdirSync, mkdtempSync, readFileSync, writeFileSync } from "node:fs";
import { type AddressInfo, connect, createServer, type Socket } from "node:net";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { setTimeout as wait } from "node:timers/promises";
import postgres from "postgres";
import { afterEach, beforeEach, describe, expect, test } from "vitest";
import { mendPackages } from "#scripts/packages/mend-packages.mjs";
import { env } from "@/lib/kernel/env";
import { useDatabase } from "@/test/database";

useDatabase();

/** Whether the database ends the session, or the network loses it: the driver hears of them in different ways. */
type Loss = "ended" | "reset";

let socket: Socket;
let sql: postgres.Sql;
let beside: postgres.Sql;
/** @param made takes each socket that is opened */
const open = (max: number, made: (socket: Socket) => void, connect_timeout = 2) => {
  const opened = ({ host, port }: { host: string[]; port: number[] }) => {
    const one = connect(port[0] ?? 0, host[0] ?? "");
    made(one);
    return one;
  };
  return postgres(env().databaseUrl, { max, connect_timeout, backoff: () => 0.05, ...{ socket: opened } });
};
beforeEach(async () => {
  beside = postgres(env().databaseUrl, { max: 1, onnotice: () => {} });
  sql = open(1, (one) => {
    socket = one;
  });
  await sql`select 1`;
});
afterEach(() => Promise.all([sql.end({ timeout: 0 }), beside.end({ timeout: 0 })]));

async function lose(loss: Loss, pid: number): Promise<void> {
  const closed = new Promise((resolve) => socket.once("close", resolve));
  if (loss === "reset") socket.destroy(new Error("reset"));
  else await beside`select pg_terminate_backend(${pid})`;
  await closed;
}

const gone = { code: "CONNECTION_CLOSED" };
const sleep = async (tx: postgres.ISql) => tx`select pg_sleep(10)`;

/** What a transaction is at when it loses its connection: `losing` resolves once it has. */
const doing: Record<string, (tx: postgres.TransactionSql, losing: () => Promise<void>) => Promise<unknown>> = {
  "waits for a statement": (tx, losing) => Promise.all([losing(), sleep(tx)]),
  "waits for a statement in a savepoint": (tx, losing) => Promise.all([losing(), tx.savepoint(sleep)]),
  "waits for two": (tx, losing) => Promise.all([losing(), sleep(tx), tx`select 1`]),
  "does something else, and goes on": (tx, losing) => losing().then(() => tx`select 1`),
  "does something else, and ends": (_, losing) => losing(),
  "does something else, and fails": (_, losing) =>
    losing().then(() => {
      throw new Error("own");
    }),
  "takes a failure for an answer, and goes on": (tx, losing) =>
    Promise.allSettled([losing(), sleep(tx)]).then(() => tx`select 1`),
};

describe.each<Loss>(["ended", "reset"])("a connection that was %s", (loss) => {
  test.each(Object.entries(doing))("while its transaction %s, and the next statement", async (_, work) => {
    const dead = sql.begin(async (tx) => {
      const [{ pid = 0 } = {}] = await tx<{ pid: number }[]>`select pg_backend_pid() pid`;
      await work(tx, () => lose(loss, pid));
    });
    await expect(dead).rejects.toMatchObject(loss === "ended" ? gone : {});
    expect(await sql`select 1 as one`).toEqual([{ one: 1 }]);
  });

  test("has nothing of the transaction before in the one that it carries next", async () => {
    const kept = sql(`kept_${loss}`);
    await sql`create table ${kept} (by text)`;
    let goOn = () => {};
    const waits = new Promise<void>((resolve) => {
      goOn = resolve;
    });
    const tried: unknown[] = [];
    const dead = sql.begin(async (tx) => {
      const [{ pid = 0 } = {}] = await tx<{ pid: number }[]>`select pg_backend_pid() pid`;
      await lose(loss, pid);
      await waits;
      await tx`insert into ${kept} values ('the dead one')`.catch((error) => tried.push(error.code));
    });
    await expect(dead).rejects.toMatchObject(gone);
    const next = sql.begin(async (tx) => {
      await tx`insert into ${kept} values ('the next')`;
      goOn();
      await wait(200);
      throw new Error("undone");
    });
    await expect(next).rejects.toThrow("undone");
    expect(tried).toEqual(["CONNECTION_CLOSED"]);
    expect(await sql`select by from ${kept}`).toEqual([]);
  });
});

test("one that is lost right after another, with what that one could not do, opens again", async () => {
  const sockets: Socket[] = [];
  const pool = open(2, (one) => sockets.push(one));
  const both = () => Promise.all([1, 2].map(() => pool`select pg_sleep(0.05)`));
  await both();
  const asked = pool`select pg_sleep(10)`.catch(() => pool`select 1`);
  await wait(100);
  // Of two, that of the second is told first.
  const [first, second] = sockets;
  const busy = (first?.bytesWritten ?? 0) > (second?.bytesWritten ?? 0) ? first : second;
  (busy === first ? second : first)?.destroy();
  busy?.destroy();
  await expect(asked).rejects.toMatchObject(gone);
  for (let i = 0; i < 3; i++) await both();
  await pool.end();
});

test("one lost before it had written what it was given answers, and opens again", async () => {
  const asked = sql`select 1`.catch((error) => error);
  // Given to the connection one microtask after it was asked, written once the event loop has come round.
  await Promise.resolve().then(() => {});
  const lost = lose("reset", 0);
  expect(await asked).toMatchObject({ message: "reset" });
  // The socket has said its error and not yet its end.
  await expect(sql`select 1`).rejects.toMatchObject(gone);
  await lost;
  expect(await sql`select 1 as one`).toEqual([{ one: 1 }]);
});

test("one that somebody has to himself refuses what is asked after its loss", async () => {
  const own = await sql.reserve();
  const [{ pid = 0 } = {}] = await own<{ pid: number }[]>`select pg_backend_pid() pid`;
  await lose("ended", pid);
  await expect(own`select 1`).rejects.toMatchObject(gone);
});

test.each([undefined, new Error("reset")])("one lost while the types are read is opened again: %s", async (error) => {
  let lost = 0;
  const other = open(1, (one) => {
    const write = one.write.bind(one);
    one.write = ((chunk: Buffer, ...rest: []) => {
      if (lost > 0 || !chunk.includes("typarray")) return write(chunk, ...rest);
      lost += 1;
      one.destroy(error);
      return true;
    }) as typeof one.write;
  });
  const asked = other`select array['a'] as list`.catch((failed) => failed);
  if (error) expect(await asked).toMatchObject({ message: "reset" });
  else expect(await asked).toEqual([{ list: ["a"] }]);
  expect([await other`select array['b'] as list`, lost]).toEqual([[{ list: ["b"] }], 1]);
  await other.end();
});

test.each<Loss>(["ended", "reset"])("its end comes also where it was %s meanwhile", async (loss) => {
  const [{ pid = 0 } = {}] = await sql<{ pid: number }[]>`select pg_backend_pid() pid`;
  const asked = expect(sql`select pg_sleep(10)`).rejects.toThrow();
  await wait(50);
  const ended = sql.end();
  await lose(loss, pid);
  await Promise.all([asked, ended, sql.end({ timeout: 0 })]);
});

test("a server that closes every connection at once is waited for no longer than one that is silent", async () => {
  let tries = 0;
  const closing = createServer((one) => {
    tries += 1;
    one.destroy();
  });
  await new Promise<void>((resolve) => closing.listen(0, "127.0.0.1", resolve));
  const { port } = closing.address() as AddressInfo;
  const other = postgres({ host: "127.0.0.1", port, max: 1, connect_timeout: 1, backoff: () => 0.05 });
  await expect(other`select 1`).rejects.toMatchObject({ code: "CONNECT_TIMEOUT" });
  expect(tries).toBeLessThan(50);
  await other.end();
  closing.close();
});

test("one that was being opened while the process was held up is opened, and one that nobody answers is given up", async () => {
  let opening = () => {};
  const opened = new Promise<void>((resolve) => {
    opening = resolve;
  });
  const other = open(1, opening, 0.5);
  const asked = other`select 1 as one`.catch((error) => error);
  await opened;
  await new Promise((resolve) => setImmediate(resolve));
  for (const end = performance.now() + 1_000; performance.now() < end; );
  expect(await asked).toEqual([{ one: 1 }]);
  await other.end();
  const silent = createServer(() => {});
  await new Promise<void>((resolve) => silent.listen(0, "127.0.0.1", resolve));
  const { port } = silent.address() as AddressInfo;
  const waiting = postgres({ host: "127.0.0.1", port, max: 1, connect_timeout: 0.5 });
  await expect(waiting`select 1`).rejects.toMatchObject({ code: "CONNECT_TIMEOUT" });
  await waiting.end();
  silent.close();
});

test("what was queued behind a statement is answered too", async () => {
  const [{ pid = 0 } = {}] = await sql<{ pid: number }[]>`select pg_backend_pid() pid`;
  const many: Promise<unknown>[] = [];
  const dead = sql.begin(async (tx) => {
    for (let i = 0; i < 300; i++) many.push(tx`select pg_sleep(30)`.execute());
    await Promise.all([lose("ended", pid), ...many]);
  });
  await expect(dead).rejects.toMatchObject(gone);
  expect(new Set((await Promise.allSettled(many)).map(({ status }) => status))).toEqual(new Set(["rejected"]));
});

describe("what is installed", () => {
  const driver = join("node_modules", "postgres");
  const files = ["package.json", "src/connection.js", "src/index.js", "cjs/src/connection.js", "cjs/src/index.js"];

  /** A copy of what is installed, changed. */
  function copyWith(change: (text: string, file: string) => string): string {
    const root = mkdtempSync(join(tmpdir(), "mfis-mend-"));
    for (const file of files) {
      const to = join(root, driver, file);
      mkdirSync(dirname(to), { recursive: true });
      writeFileSync(to, change(readFileSync(join(driver, file), "utf8"), file));
    }
    return root;
  }

  test("is mended, once", () => {
    const root = copyWith((text) => text);
    mendPackages(root);
    for (const file of files) expect(readFileSync(join(root, driver, file))).toEqual(readFileSync(join(driver, file)));
  });

  test("and is another version, or other text, stops", () => {
    const newer = copyWith((text, file) => (file === "package.json" ? text.replace('"3.4.9"', '"3.4.10"') : text));
    expect(() => mendPackages(newer)).toThrow(/postgres 3\.4\.10 is installed/);
    const other = copyWith((text) => text.replaceAll("socket = ", "socket  = "));
    expect(() => mendPackages(other)).toThrow(/connection\.js is not as it was released: npm ci/);
  });
});
