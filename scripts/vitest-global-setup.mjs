import { randomBytes } from "node:crypto";
import { chmodSync, existsSync, mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { root } from "./install.mjs";
import { startPostgres } from "./postgres.mjs";

const template = "template_app";

/**
 * One PostgreSQL for the whole run of unit tests, and in it a migrated database that `useDatabase()` copies for each test
 * file that asks for one.
 * @param {Pick<import("vitest/node").TestProject, "provide">} project
 */
export default async function setup(project) {
  const dataDir = mkdtempSync(join(tmpdir(), "mfis-unit-"));
  // Root hands the database to another user, who has to get in.
  chmodSync(dataDir, 0o711);
  const server = await startPostgres({ dataDir, password: randomBytes(24).toString("hex"), durable: false });
  const teardown = async () => {
    await server.stop();
    rmSync(dataDir, { recursive: true, force: true });
  };
  try {
    await createTemplate(server.adminUrl);
  } catch (error) {
    await teardown();
    throw error;
  }
  project.provide("adminUrl", server.adminUrl);
  return teardown;
}

/** @param {string} adminUrl */
async function createTemplate(adminUrl) {
  const { default: postgres } = await import("postgres");
  const quiet = { max: 1, onnotice: () => {} };
  const admin = postgres(adminUrl, quiet);
  try {
    await admin`create database ${admin(template)}`;
    const url = new URL(adminUrl);
    url.pathname = `/${template}`;
    await migrate(postgres(url.href, quiet));
    // Whoever looked in from now on would stop the copying.
    await admin`alter database ${admin(template)} allow_connections false`;
  } finally {
    await admin.end();
  }
}

/** @param {import("postgres").Sql} sql */
async function migrate(sql) {
  const migrationsFolder = join(root, "db", "migrations");
  try {
    if (!existsSync(join(migrationsFolder, "meta", "_journal.json"))) return;
    const { drizzle } = await import("drizzle-orm/postgres-js");
    const { migrate: apply } = await import("drizzle-orm/postgres-js/migrator");
    await apply(drizzle(sql), { migrationsFolder });
  } finally {
    await sql.end();
  }
}
