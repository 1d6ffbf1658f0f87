import { test as base, expect } from "playwright/test";
import type postgres from "postgres";
import { startReceiver } from "#receiver";
import { api, type Client, createClient, type Exchange, type Json } from "./client";
import { complaintsOf, sharedExpectations, shareExpectation, takeOwnComplaints } from "./complaints";
import { addMarketplace, connect } from "./database";

export { expect };

/** A marketplace of the test's own on the shared instance: nothing is known of it but its secret key. */
export type Marketplace = {
  client: Client;
  secretKey: string;
  marketplaceId: string;
  receiver: Awaited<ReturnType<typeof startReceiver<Json>>>;
  /** Every exchange with the service so far. */
  exchanges: Exchange[];
  /** Has the service do at once what waits. */
  run: () => Promise<void>;
};

/** Adds a marketplace to an instance, and registers a receiver of its own. */
export async function openMarketplace(address: string, sql: postgres.Sql): Promise<Marketplace> {
  const { marketplaceId, secretKey } = await addMarketplace(sql);
  const exchanges: Exchange[] = [];
  const client = createClient({ address, secretKey, onAnswer: (exchange) => exchanges.push(exchange) });
  const secrets: string[] = [];
  const receiver = await startReceiver<Json>({ secrets });
  const { secret } = await client.ask("PUT", `${api}/webhook`, { body: { url: receiver.url } });
  secrets.push(secret);
  const run = async () => {
    await client.ask("POST", `${api}/test-helpers/run`);
  };
  return { client, secretKey, marketplaceId, receiver, exchanges, run };
}

/** The data directory of the shared instance. */
export function sharedDataDir(): string {
  const dataDir = process.env.E2E_DATA_DIR;
  if (!dataDir) throw new Error("The global set-up has not run.");
  return dataDir;
}

/**
 * Lets a test say what a service will complain of, once or more, and fails when it does not; or what it may complain of,
 * where it depends on which process is quicker.
 */
export type Complaining = { expect: (pattern: RegExp) => void; allow: (pattern: RegExp) => void };

type PerTest = { complaining: Complaining; marketplace: Marketplace };
type PerWorker = { sql: postgres.Sql };

export const test = base.extend<PerTest, PerWorker>({
  // Whatever an instance complains of while a test runs, and nobody said it would, fails the test.
  complaining: [
    async ({ baseURL: _ }, use) => {
      const dataDir = sharedDataDir();
      const before = complaintsOf(dataDir).length;
      const expected: RegExp[] = [];
      await use({
        expect: (pattern) => {
          expected.push(pattern);
          shareExpectation(dataDir, pattern);
        },
        allow: (pattern) => shareExpectation(dataDir, pattern),
      });
      const heard = [...complaintsOf(dataDir).slice(before), ...takeOwnComplaints()];
      const known = sharedExpectations(dataDir);
      expect(heard.filter((line) => !known.some((pattern) => pattern.test(line)))).toEqual([]);
      expect(expected.filter((pattern) => !heard.some((line) => pattern.test(line)))).toEqual([]);
    },
    { auto: true },
  ],
  // One pool for all tests of a worker: each connection is a process of PostgreSQL's.
  sql: [
    async ({ browserName: _ }, use) => {
      const sql = connect(sharedDataDir());
      await use(sql);
      await sql.end();
    },
    { scope: "worker" },
  ],
  marketplace: async ({ baseURL, sql }, use) => {
    const marketplace = await openMarketplace(baseURL ?? "", sql);
    await use(marketplace);
    await marketplace.receiver.stop();
  },
});
