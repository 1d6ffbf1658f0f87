import { randomBytes } from "node:crypto";
import postgres from "postgres";
import { expect, test } from "vitest";
import { explaining } from "@/db/explain-failure";
import { migrateDatabase } from "@/db/migrate";
import { clearMigrations, tryMigrations } from "@/test/migrations";

clearMigrations();

const secret = "s3cret-word";
/** What a start says when it ends with this address. */
async function said(ownerUrl: string): Promise<string> {
  const error = await migrateDatabase({ ownerUrl, serviceUrl: ownerUrl, say: () => {} }).catch(
    (reason: Error) => reason,
  );
  const { message, stack = "", cause } = error as Error;
  for (const text of [message, stack, String(cause)]) expect(text).not.toContain(secret);
  expect(message).not.toContain("\n");
  return message;
}

async function withRole(make: (admin: postgres.Sql, role: string) => Promise<void>, url: string): Promise<string> {
  const admin = postgres(url, { max: 1, onnotice: () => {} });
  const role = `weak_${randomBytes(6).toString("hex")}`;
  await admin`create role ${admin(role)} login password '${admin.unsafe(secret)}'`;
  await make(admin, role);
  const address = new URL(url);
  address.username = role;
  address.password = secret;
  try {
    return await said(address.href);
  } finally {
    await admin`drop owned by ${admin(role)}`;
    await admin`drop role ${admin(role)}`;
    await admin.end();
  }
}

test("a start that the database stops says PostgreSQL's own cause and what to do, and nothing secret", async () => {
  const { url } = await tryMigrations();
  const elsewhere = (change: (address: URL) => void) => {
    const address = new URL(url);
    change(address);
    return address.href;
  };
  const to = "The database could not be brought up to date: ";
  const wrong = elsewhere((it) => {
    it.password = secret;
  });
  expect(await said(wrong)).toBe(
    `${to}password authentication failed for user "postgres" (28P01). Check user and password in DATABASE_URL (or DATABASE_OWNER_URL).`,
  );
  const missing = elsewhere((it) => {
    it.pathname = "/nowhere";
  });
  expect(await said(missing)).toMatch(
    /: database "nowhere" does not exist \(3D000\)\. Make it \(createdb\), or correct/,
  );
  const closed = elsewhere((it) => {
    it.port = "1";
  });
  expect(await said(closed)).toMatch(/: the database cannot be reached \(ECONNREFUSED\)\. Check that it runs/);
  expect(await said("postgres://nobody@nowhere.invalid/x")).toMatch(/\(ENOTFOUND\)|\(EAI_AGAIN\)/);
});

test("a role without rights, one that may only read, and one without a connection left", async () => {
  const { url } = await tryMigrations();
  expect(await withRole(async () => {}, url)).toMatch(
    /: permission denied for (?:schema|database) \w+ \(42501\)\. Set DATABASE_OWNER_URL to the role that owns the tables/,
  );
  const readOnly = withRole(async (admin, role) => {
    await admin`alter role ${admin(role)} set default_transaction_read_only = on`;
  }, url);
  expect(await readOnly).toMatch(
    /: cannot execute .+ in a read-only transaction \(25006\)\. It is a standby or read-only: /,
  );
  const crowded = withRole(async (admin, role) => {
    await admin`alter role ${admin(role)} connection limit 0`;
  }, url);
  expect(await crowded).toMatch(
    /: PostgreSQL has no connection left \(53300\)\. Raise max_connections, lower DATABASE_POOL/,
  );
});

test("a table of another shape and rows that break a constraint, without the rows", async () => {
  const { sql, url, migrate } = await tryMigrations();
  await sql`create table loans (id text)`;
  expect(await said(url)).toMatch(
    /^Migration 0000_\w+ failed: relation "loans" already exists \(42P07\)\. It was not made by/,
  );
  await sql`drop schema public cascade`;
  await sql`create schema public`;
  await sql`drop schema if exists drizzle cascade`;
  const table = `create table people (name text);--> statement-breakpoint\ninsert into people values ('${secret}'), ('${secret}')`;
  const unique = 'alter table people add constraint "people_name" unique (name)';
  const broken = migrate({ "0000_people": table, "0001_unique": unique }).catch((error: Error) => error.message);
  expect(await broken).toBe(
    "Migration 0001_unique failed: the constraint people_name of people (23505). Rows that are there break it: mend them, or the migration, and try again.",
  );
  const cast = migrate({ "0000_people": table, "0001_cast": "alter table people alter name type int using name::int" });
  expect(await cast.catch((error: Error) => error.message)).toMatch(
    /^Migration 0001_cast failed: a value does not fit \(22P02\)/,
  );
});

test("what is none of the database's passes unchanged", async () => {
  const error = new Error("a defect of ours");
  await expect(explaining("The start failed", () => Promise.reject(error))).rejects.toBe(error);
  const wrapped = Object.assign(new Error(`Failed query: insert …\nparams: ${secret}`), {
    cause: Object.assign(new Error("duplicate key"), {
      code: "23505",
      constraint_name: "users_email",
      table_name: "users",
    }),
  });
  await expect(explaining("The sandbox could not be seeded", () => Promise.reject(wrapped))).rejects.toThrow(
    /^The sandbox could not be seeded: the constraint users_email of users \(23505\)/,
  );
});
