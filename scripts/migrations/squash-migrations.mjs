import "#scripts/node-version.mjs";
import { spawnSync } from "node:child_process";
import { cpSync, mkdirSync, mkdtempSync, readdirSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import postgres from "postgres";
import { loadBundled } from "#scripts/bundle.mjs";
import { Failure, report } from "#scripts/failure.mjs";
import { root } from "#scripts/install.mjs";

/**
 * `DATABASE_URL=postgres://… npm run db:squash`: writes what all migrations make of an empty database into `db/first/`, from which fresh
 * databases are made. It needs `pg_dump` and a PostgreSQL 15, so that what it writes can be read by that and by newer ones, and makes a
 * database of its own there. That it is the same is the business of db/first.test.ts.
 */
const first = join(root, "db", "first");

/** Of a dump: what is set for it alone, and what says where it comes from. */
const ofTheDump = /^(?:--.*|SET .*|SELECT pg_catalog\.set_config.*|COMMENT ON EXTENSION .*|\\(?:un)?restrict .*)\n/gm;

/** @param {string} address of an empty database @returns {Promise<string>} the name of the last migration */
async function migrateAll(address) {
  const { migrateDatabase } = /** @type {typeof import("../../db/migrate")} */ (await loadBundled("db/migrate.ts"));
  const copy = mkdtempSync(join(tmpdir(), "mfis-squash-"));
  try {
    // Away from what is there already: each migration by itself.
    const folder = join(copy, "migrations");
    cpSync(join(root, "db", "migrations"), folder, { recursive: true });
    const say = (/** @type {string} */ line) => process.stdout.write(`${line}\n`);
    await migrateDatabase({ ownerUrl: address, serviceUrl: address, say, folder });
  } finally {
    rmSync(copy, { recursive: true, force: true });
  }
  const sql = postgres(address, { max: 1 });
  const [last] = await sql`select name from drizzle.__drizzle_migrations order by created_at desc limit 1`;
  await sql.end();
  return last?.name;
}

/** The rows that migrations insert: chores, due at once. @param {string} address */
async function rowsOf(address) {
  const sql = postgres(address, { max: 1 });
  const tables =
    await sql`select relname as name from pg_class where relnamespace = 'public'::regnamespace and relkind = 'r'`;
  for (const { name } of tables) {
    const [row] = name === "chores" ? [] : await sql`select 1 from ${sql(name)} limit 1`;
    if (row) throw new Failure(`The migrations insert rows into ${name}; only those of chores are known here.`);
  }
  const chores = await sql`select id from chores order by id`;
  await sql.end();
  return chores.map(({ id }) => `INSERT INTO public.chores (id, due_at) VALUES ('${id}', now());`).join("\n");
}

/** @param {string} address */
function dump(address) {
  const what = ["--schema-only", "--no-owner", "--no-privileges", "--exclude-schema=drizzle"];
  const { status, stdout, stderr, error } = spawnSync("pg_dump", [...what, address], {
    encoding: "utf8",
    maxBuffer: 1e8,
  });
  if (status !== 0) throw new Failure(`pg_dump failed: ${error?.message ?? stderr}`);
  return stdout
    .replace(ofTheDump, "")
    .replace(/\n{2,}/g, "\n")
    .trimStart();
}

async function squash() {
  const url = new URL(process.env.DATABASE_URL || "none:");
  if (url.protocol === "none:")
    throw new Failure("Set DATABASE_URL to a PostgreSQL 15 on which databases may be made.");
  const admin = postgres(url.href, { max: 1, onnotice: () => {} });
  const name = `squash_${process.pid}`;
  await admin`create database ${admin(name)} template template0`;
  try {
    url.pathname = `/${name}`;
    const upTo = await migrateAll(url.href);
    const text = `${dump(url.href)}${await rowsOf(url.href)}\n`;
    mkdirSync(first, { recursive: true });
    for (const old of readdirSync(first)) rmSync(join(first, old));
    writeFileSync(join(first, `${upTo}.sql`), text);
    process.stdout.write(`db/first/${upTo}.sql written.\n`);
  } finally {
    await admin`drop database ${admin(name)} with (force)`;
    await admin.end();
  }
}

await squash().catch((error) => {
  report(error);
  process.exitCode = 1;
});
