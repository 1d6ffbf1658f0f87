import path from "node:path";
import { drizzle } from "drizzle-orm/postgres-js";
import { migrate } from "drizzle-orm/postgres-js/migrator";
import postgres from "postgres";
import { env } from "@/lib/kernel/env";
import { locks } from "./locks";

/** Append-only tables: besides their triggers, the service's role has no right to change them. */
const appendOnly = ["agreements", "journals", "ledger_entries", "settlement_corrections"];

/**
 * Brings the schema up to date, as the owner of the database when one is configured, and grants the service's own role
 * the rights it needs: on append-only tables, to read and append.
 * @throws Error when the database cannot be reached or is older than PostgreSQL 15.
 */
export async function migrateDatabase(): Promise<void> {
  const sql = postgres(env().databaseOwnerUrl, { max: 1, onnotice: () => {} });
  try {
    const [version] = await sql<{ number: number }[]>`select current_setting('server_version_num')::int as number`;
    if (!version || version.number < 150_000) throw new Error("DATABASE_URL: PostgreSQL 15 or newer is needed");
    await sql`select pg_advisory_lock(${locks.migrate})`;
    await migrate(drizzle(sql), { migrationsFolder: path.join(process.cwd(), "db", "migrations") });
    await grantToService(sql);
    await sql`select pg_advisory_unlock(${locks.migrate})`;
  } catch (error) {
    const code = (error as { code?: string }).code;
    if (code === "ECONNREFUSED" || code === "ENOTFOUND" || code === "CONNECT_TIMEOUT") {
      throw new Error(`DATABASE_URL: the database cannot be reached (${code})`);
    }
    throw error;
  } finally {
    await sql.end();
  }
}

async function grantToService(sql: postgres.Sql): Promise<void> {
  const { databaseUrl, databaseOwnerUrl } = env();
  const service = roleIn(databaseUrl);
  if (!service || service === roleIn(databaseOwnerUrl)) return;
  const role = sql(service);
  await sql.begin(async (tx) => {
    await tx`grant usage on schema public to ${role}`;
    await tx`grant select, insert, update, delete on all tables in schema public to ${role}`;
    await tx`grant usage, select on all sequences in schema public to ${role}`;
    await tx`revoke update, delete, truncate on ${tx(appendOnly)} from ${role}`;
  });
}

function roleIn(url: string): string {
  return decodeURIComponent(new URL(url).username);
}
