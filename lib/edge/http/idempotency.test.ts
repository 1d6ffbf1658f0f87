import { sql } from "drizzle-orm";
import { beforeAll, describe, expect, test } from "vitest";
import { connection, db, inTransaction, transaction } from "@/db/client";
import type { Tenant } from "@/lib/kernel/actor";
import { useDatabase } from "@/test/database";
import { createMarketplace } from "@/test/factories/marketplace";
import { waitingRoom } from "@/test/factories/waiting-room";
import { now } from "@/test/time";
import { once } from "./idempotency";

useDatabase();

let tenant: Tenant;
beforeAll(async () => {
  tenant = (await createMarketplace()).test;
});

const request = (key: string, nonTransactional = true) => {
  return { tenant, method: "POST", path: "/", key, body: new Uint8Array(), realNow: now(), nonTransactional };
};
const answer = { status: 200, body: "{}" };
const inProgress = { code: "IDEMPOTENCY_IN_PROGRESS" };
const advisoryLocks = async () => {
  const held = await db().execute(sql`
    select 1 from pg_locks join pg_database d on d.oid = database
    where d.datname = current_database() and locktype = 'advisory' and granted`);
  return held.length;
};

test("more keys than connections, for work that needs connections of its own: all of it is done", async () => {
  const keys = Array.from({ length: 2 * connection().options.max }, (_, i) => `key-${i}`);
  const work = async () => {
    await transaction(() => db().execute(sql`select 1`));
    return answer;
  };
  const answers = await Promise.all(keys.map((key) => once(request(key), work)));
  expect(answers).toEqual(keys.map(() => ({ ...answer, replayed: false })));
});

describe("work that is not transactional", () => {
  test("is in no transaction, as other work is", async () => {
    const inside: boolean[] = [];
    const work = async () => {
      inside.push(inTransaction());
      return answer;
    };
    await once(request("non-transactional"), work);
    await once(request("together", false), work);
    expect(inside).toEqual([false, true]);
  });

  test("holds its key until it is done, against this process and others", async () => {
    const room = waitingRoom();
    const working = once(request("held"), () => room.wait().then(() => answer));
    await expect.poll(room.inside).toBe(1);
    await expect(once(request("held"), async () => answer)).rejects.toMatchObject(inProgress);
    // What holds a key in one transaction with the work asks for the same lock, from another connection.
    await expect(once(request("held", false), async () => answer)).rejects.toMatchObject(inProgress);
    expect(await once(request("another"), async () => answer)).toEqual({ ...answer, replayed: false });
    room.open();
    expect(await working).toEqual({ ...answer, replayed: false });
    expect(await once(request("held"), () => room.wait().then(() => answer))).toEqual({ ...answer, replayed: true });
    expect(room.inside()).toBe(1);
    expect(await advisoryLocks()).toBe(0);
  });

  test("that fails gives its key back, and is done when requested again", async () => {
    const failing = once(request("failing"), () => Promise.reject(new Error("down")));
    await expect(failing).rejects.toThrow("down");
    expect(await advisoryLocks()).toBe(0);
    expect(await once(request("failing"), async () => answer)).toEqual({ ...answer, replayed: false });
  });

  test("is refused while another process holds its key", async () => {
    const other = await connection().reserve();
    const { marketplaceId, environment } = tenant;
    const name = `idempotency ${marketplaceId} ${environment} POST / elsewhere`;
    try {
      await other`select pg_advisory_lock(hashtextextended(${name}, 0))`;
      await expect(once(request("elsewhere"), async () => answer)).rejects.toMatchObject(inProgress);
    } finally {
      await other`select pg_advisory_unlock_all()`;
      other.release();
    }
    expect(await once(request("elsewhere"), async () => answer)).toEqual({ ...answer, replayed: false });
  });
});
