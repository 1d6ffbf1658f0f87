import path from "node:path";
import postgres from "postgres";
import { applyMigrations } from "./apply-migrations";
import { DatabaseFailure, explaining } from "./explain-failure";
import { locks } from "./locks";

/** Append-only tables: besides their triggers, the service's role has no right to change them. */
const appendOnly = ["agreements", "journals", "ledger_entries", "settlement_corrections"];

export type Migrating = {
  /** The owner's address. */
  ownerUrl: string;
  /** The service's own. */
  serviceUrl: string;
  /** Told, in one line each, what takes long. */
  say: (line: string) => void;
  folder?: string;
  attempts?: number;
};

/**
 * Brings the schema up to date as the owner of the database, and grants the service's own role the rights it needs: on
 * append-only tables, to read and append.
 * @throws DatabaseFailure in one line that says PostgreSQL's own cause.
 */
export async function migrateDatabase({ ownerUrl, serviceUrl, ...options }: Migrating): Promise<void> {
  const folder = options.folder ?? path.join(process.cwd(), "db", "migrations");
  const connection = { application_name: "mfis-migrate" };
  const sql = postgres(ownerUrl, { max: 1, onnotice: () => {}, connect_timeout: 10, connection });
  try {
    await explaining("The database could not be brought up to date", async () => {
      const [version] = await sql<{ number: number }[]>`select current_setting('server_version_num')::int as number`;
      if (!version || version.number < 150_000)
        throw new DatabaseFailure("DATABASE_URL: PostgreSQL 15 or newer is needed");
      await takeLock(sql, options.say);
      await applyMigrations(sql, { ...options, folder });
      await grantToService(sql, { ownerUrl, serviceUrl });
      await sql`select pg_advisory_unlock(${locks.migrate})`;
    });
  } finally {
    await sql.end();
  }
}

/**
 * One process migrates at a time. Who waits asks again and again: a statement that waits has a snapshot, for whose end the
 * other's CREATE INDEX CONCURRENTLY would wait in turn.
 */
async function takeLock(sql: postgres.Sql, say: Migrating["say"]): Promise<void> {
  for (let attempt = 0; ; attempt++) {
    const [lock] = await sql<{ taken: boolean }[]>`select pg_try_advisory_lock(${locks.migrate}) as taken`;
    if (lock?.taken) return;
    if (attempt % 240 === 8) say("Another process is migrating the database; waiting for it.");
    await new Promise((resolve) => setTimeout(resolve, 250));
  }
}

type Addresses = Pick<Migrating, "ownerUrl" | "serviceUrl">;

async function grantToService(sql: postgres.Sql, { ownerUrl, serviceUrl }: Addresses): Promise<void> {
  const service = roleIn(serviceUrl);
  if (!service || service === roleIn(ownerUrl)) return;
  const role = sql(service);
  await sql.begin(async (tx) => {
    await tx`grant usage on schema public to ${role}`;
    await tx`grant select, insert, update, delete on all tables in schema public to ${role}`;
    await tx`grant usage, select on all sequences in schema public to ${role}`;
    await tx`revoke update, delete, truncate on ${tx(appendOnly)} from ${role}`;
    // By which it knows whether it may serve on this database (db/check-schema.ts).
    await tx`grant usage on schema drizzle to ${role}`;
    await tx`grant select on drizzle.__drizzle_migrations to ${role}`;
  });
}

function roleIn(url: string): string {
  return decodeURIComponent(new URL(url).username);
}
