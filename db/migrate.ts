import path from "node:path";
import { drizzle } from "drizzle-orm/postgres-js";
import { migrate } from "drizzle-orm/postgres-js/migrator";
import postgres from "postgres";
import { env } from "@/lib/env";

/** Any number; the same in every process, so that one of them migrates and the others wait. */
const lock = 730_226;

/**
 * Brings the schema up to date, as the owner of the database when one is named.
 * @throws Error when the database cannot be reached or is older than PostgreSQL 15.
 */
export async function migrateDatabase(): Promise<void> {
  const sql = postgres(env().databaseOwnerUrl, { max: 1, onnotice: () => {} });
  try {
    const [version] = await sql<{ number: number }[]>`select current_setting('server_version_num')::int as number`;
    if (!version || version.number < 150_000) throw new Error("DATABASE_URL: PostgreSQL 15 or newer is needed");
    await sql`select pg_advisory_lock(${lock})`;
    await migrate(drizzle(sql), { migrationsFolder: path.join(process.cwd(), "db", "migrations") });
    await sql`select pg_advisory_unlock(${lock})`;
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
