import { sql } from "drizzle-orm";
import { expect, test } from "vitest";
import { connection, db, transaction } from "@/db/client";
import { now } from "@/lib/clock";
import { useDatabase } from "@/test/database";
import { createMarketplace } from "@/test/factories/marketplace";
import { once } from "./idempotency";

useDatabase();

test("more keys than connections, for work that needs connections of its own: all of it is done", async () => {
  const { test: tenant } = await createMarketplace();
  const keys = Array.from({ length: 2 * connection().options.max }, (_, i) => `key-${i}`);
  const work = async () => {
    await transaction(() => db().execute(sql`select 1`));
    return { status: 200, body: "{}" };
  };
  const request = { tenant, method: "POST", path: "/", body: new Uint8Array(), now: now(), apart: true };
  const answers = await Promise.all(keys.map((key) => once({ ...request, key }, work)));
  expect(answers).toEqual(keys.map(() => ({ status: 200, body: "{}", replayed: false })));
});
