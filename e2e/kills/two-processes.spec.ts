import { randomBytes } from "node:crypto";
import postgres from "postgres";
import { bearer } from "@/e2e/attacks/side";
import { api, createClient } from "@/e2e/client";
import { accessTokenOf, addMarketplace, addOAuthClient } from "@/e2e/database";
import { expect, sharedDataDir, test } from "@/e2e/fixtures";
import { databaseUrl } from "@/e2e/instance";
import { merchantOf } from "@/e2e/merchant";
import { askRaw } from "@/e2e/raw-answer";
import { type SecondServer, startSecondServer } from "@/e2e/second-server";

/** As lib/kernel/env.ts has it unless told otherwise. */
const bulkPerMinute = 120;

test.describe("a second process that only answers, through Next", () => {
  let second: SecondServer;
  test.describe.configure({ mode: "default" });
  test.beforeAll(async ({ baseURL }) => {
    const env = { FAST_LANE: "off", JOBS: "off" };
    second = await startSecondServer({ dataDir: sharedDataDir(), baseUrl: baseURL ?? "", env });
  });
  test.afterAll(() => second?.stop());

  test("a submission is scored, whichever of the two took it", async ({ marketplace, baseURL }) => {
    for (const address of [baseURL ?? "", second.address]) {
      const client = createClient({ address, secretKey: marketplace.secretKey });
      const merchant = merchantOf(client, `asked-at-${new URL(address).port}`);
      await merchant.create();
      const began = performance.now();
      await merchant.sendSales();
      await expect
        .poll(async () => (await merchant.status()).creditScore?.score, { intervals: [20] })
        .toBeGreaterThan(0);
      const description = `${Math.round(performance.now() - began)} ms after it was sent to ${address}`;
      test.info().annotations.push({ type: "scored", description });
    }
  });

  test("an allowance is one for both, to the request", async ({ baseURL, sql }) => {
    const addresses = [baseURL ?? "", second.address];
    const anyone = createClient({ address: second.address, secretKey: "" });
    const minute = () => Math.floor(Date.now() / 60_000);
    /**
     * How many requests of a client of its own are let through; undefined when they did not all fall into one minute.
     */
    async function countTaken(): Promise<number | undefined> {
      const { marketplaceId } = await addMarketplace(sql);
      const token = await accessTokenOf(anyone, await addOAuthClient(sql, marketplaceId));
      const headers = { "content-type": "application/json", ...bearer(token)("") };
      const call = { method: "POST", target: "/marketplace/data/merchants/bulk", headers, body: "{}" };
      const begun = minute();
      const statuses: number[] = [];
      for (let sent = 0; sent < bulkPerMinute + 20; sent += 10) {
        const some = Array.from({ length: 10 }, () => addresses.map((address) => askRaw(address, call)));
        statuses.push(...(await Promise.all(some.flat())).map(({ status }) => status));
      }
      return minute() === begun ? statuses.filter((status) => status !== 429).length : undefined;
    }
    let taken = await countTaken();
    while (taken === undefined) taken = await countTaken();
    expect(taken).toBe(bulkPerMinute);
  });
});

test("one process has one of everything, whichever way it is asked", async ({ baseURL }) => {
  const pool = 6;
  const database = `one_process_${randomBytes(6).toString("hex")}`;
  const admin = postgres(databaseUrl(sharedDataDir()), { max: 1, onnotice: () => {} });
  await admin`create database ${admin(database)}`;
  const server = await startSecondServer({
    dataDir: sharedDataDir(),
    baseUrl: baseURL ?? "",
    database,
    env: { DATABASE_POOL: `${pool}` },
  });
  const sql = postgres(databaseUrl(sharedDataDir(), database), { max: 2, onnotice: () => {} });
  try {
    const { secretKey } = await addMarketplace(sql);
    const headers = bearer(secretKey)("");
    const targets = [
      `${api}/events`,
      `${api}/merchants/nobody`,
      "/dev/mailbox",
      "/api/auth/session",
      "/oauth/authorize",
    ];
    const connections = () => sql<{ query: string }[]>`
      select query from pg_stat_activity where datname = ${database} and application_name = 'mfis'`;
    let most = 0;
    for (let round = 0; round < 2; round++) {
      const asked = Array.from({ length: 40 }, (_, i) =>
        askRaw(server.address, { method: "GET", target: targets[i % targets.length] ?? "", headers }),
      );
      most = Math.max(most, (await connections()).length);
      await Promise.all(asked);
      most = Math.max(most, (await connections()).length);
    }
    const listening = (await connections()).filter(({ query }) => /^listen /i.test(query));
    expect(listening.length).toBe(1);
    // The one that listens is beside the pool, and the process that makes pages has a pool of its own: six at least.
    expect(most).toBeGreaterThan(listening.length + 1);
    expect(most).toBeLessThanOrEqual(pool + 6 + listening.length);
    expect(await sql`select * from engine_heartbeats`).toHaveLength(1);
  } finally {
    await server.stop();
    await sql.end();
    await admin`drop database ${admin(database)}`;
    await admin.end();
  }
});
