import { Socket } from "node:net";
import { sql } from "drizzle-orm";
import { afterEach, beforeAll, expect, test, vi } from "vitest";
import { db, transaction } from "@/db/client";
import { useDatabase } from "@/test/database";
import { waitingRoom } from "@/test/factories/waiting-room";
import { unlessLocked, whileLocked } from "./lock-session";
import { stoppable } from "./stop-work";

useDatabase();

beforeAll(() => db().execute(sql`create table done (what text)`));

const write = (what: string) => db().execute(sql`insert into done values (${what})`);
const holders = () =>
  db().execute<{ pid: number; port: number }>(sql`
    select pid, client_port port from pg_locks join pg_stat_activity using (pid)
    where locktype = 'advisory' and granted and datname = current_database()`);

/** Our end of a connection of the database's. */
function socketOf(port: number): Socket | undefined {
  const { _getActiveHandles: handles } = process as unknown as { _getActiveHandles(): unknown[] };
  return handles().find((one): one is Socket => one instanceof Socket && one.localPort === port);
}

const losses = {
  "ended by the server": ({ pid }: { pid: number }) => db().execute(sql`select pg_terminate_backend(${pid})`),
  "lost on the way": ({ port }: { port: number }) => expect(socketOf(port)?.destroy()).toBeDefined(),
};
afterEach(async () => void (await db().execute(sql`truncate done`)));

test.each(Object.entries(losses))(
  "a lock whose connection is %s: its work goes no further, all else does",
  async (_, lose) => {
    const [inside, apart] = [waitingRoom(), waitingRoom()];
    const work = whileLocked("lost", async () => {
      await write("before");
      await transaction(async () => {
        await write("undone");
        await inside.wait();
        await write("after");
      });
    });
    const other = unlessLocked([1, "lost"], async () => {
      await apart.wait();
      return "had nothing more to do";
    });
    await expect.poll(() => inside.inside() + apart.inside()).toBe(2);
    const [holder] = await holders();
    await lose(holder ?? expect.unreachable());
    await expect.poll(holders).toEqual([]);
    const following = () =>
      unlessLocked("lost", async () => {
        inside.open();
        await expect(work).rejects.toMatchObject({ code: "CONNECTION_CLOSED" });
        return write("next").then(() => "next");
      });
    // The server knows of the end a moment before we do.
    const next = await vi.waitFor(following, { timeout: 20_000 });
    expect(next).toBe("next");
    apart.open();
    expect(await other).toBe("had nothing more to do");
    expect(await db().execute(sql`select what from done`)).toEqual([{ what: "before" }, { what: "next" }]);
    await expect.poll(holders).toEqual([]);
  },
);

test("what stopped work has set going and left behind is stopped no more", async () => {
  let left = Promise.resolve();
  const go = waitingRoom();
  const stopped = stoppable(async (stop) => {
    left = go.wait().then(async () => void (await write("left behind")));
    stop(new Error("stopped"));
    return write("too late");
  });
  await expect(stopped).rejects.toThrow("stopped");
  go.open();
  await left;
  expect(await db().execute(sql`select what from done`)).toEqual([{ what: "left behind" }]);
});
