import { randomBytes } from "node:crypto";
import { appendFileSync, chmodSync, mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { loadBundled } from "./bundle.mjs";
import { startPostgres } from "./postgres.mjs";
import { keepSpares } from "./spare-databases.mjs";

const template = "template_app";

/** @typedef {Awaited<ReturnType<typeof startServer>>} TestServer */

// On the global object: the projects of vitest.config.mjs each load this module, and share the server.
const slot = Symbol.for("test.postgres");
const holder = /** @type {{ [slot]?: { starting: Promise<TestServer>, users: number } }} */ (globalThis);

/**
 * One PostgreSQL for the whole run of unit tests, and in it a migrated database that `useDatabase()` copies for each test
 * file that asks for one.
 * @param {Pick<import("vitest/node").TestProject, "provide">} project
 */
export default async function setup(project) {
  holder[slot] ??= { starting: startServer(), users: 0 };
  const shared = holder[slot];
  shared.users += 1;
  const { adminUrl, stop } = await shared.starting;
  project.provide("adminUrl", adminUrl);
  return async () => {
    shared.users -= 1;
    if (shared.users > 0) return;
    if (process.env.TESTS === "all") await missEvents(adminUrl);
    await stop();
  };
}

/**
 * Fails a run of all tests for the types of events that none of them has recorded, and for what events of a type may say
 * and none has said (test/recorded-events.ts).
 * @param {string} adminUrl
 */
async function missEvents(adminUrl) {
  const { default: postgres } = await import("postgres");
  const sql = postgres(adminUrl, { max: 1 });
  const missing = await sql`select type, said from recorded_events where not recorded order by type, said`;
  await sql.end();
  for (const { type, said } of missing) {
    const complaint = `No test records the event ${type}${said && ` with ${said}`}.\n`;
    process.stderr.write(complaint);
    if (process.env.TEST_COMPLAINTS) appendFileSync(process.env.TEST_COMPLAINTS, complaint);
  }
  if (missing.length > 0) process.exitCode = 1;
}

async function startServer() {
  const dataDir = mkdtempSync(join(tmpdir(), "mfis-unit-"));
  // Root hands the database to another user, who has to get in.
  chmodSync(dataDir, 0o711);
  const server = await startPostgres({ dataDir, password: randomBytes(24).toString("hex"), durable: false });
  const stop = async () => {
    await server.stop();
    rmSync(dataDir, { recursive: true, force: true });
  };
  try {
    await createTemplate(server.adminUrl);
    const stopSpares = await keepSpares(server.adminUrl, template);
    return { adminUrl: server.adminUrl, stop: () => stopSpares().then(stop) };
  } catch (error) {
    await stop();
    throw error;
  }
}

/** @param {string} adminUrl */
async function createTemplate(adminUrl) {
  const { default: postgres } = await import("postgres");
  const quiet = { max: 1, onnotice: () => {} };
  const admin = postgres(adminUrl, quiet);
  try {
    await admin`create table recorded_events (type text, said text, recorded boolean not null, primary key (type, said))`;
    await admin`create database ${admin(template)}`;
    const url = new URL(adminUrl);
    url.pathname = `/${template}`;
    await migrate(url.href);
    // Whoever looked in from now on would stop the copying.
    await admin`alter database ${admin(template)} allow_connections false`;
  } finally {
    await admin.end();
  }
}

/** @param {string} address */
async function migrate(address) {
  const { migrateDatabase } = /** @type {typeof import("../db/migrate")} */ (await loadBundled("db/migrate.ts"));
  await migrateDatabase({ ownerUrl: address, serviceUrl: address, say: (line) => process.stderr.write(`${line}\n`) });
}
