import path from "node:path";
import postgres from "postgres";
import { applyMigrations } from "./apply-migrations";
import { DatabaseFailure, explaining } from "./explain-failure";
import { type Addresses, grantingTo } from "./grant-rights";
import { locks } from "./locks";

export type Migrating = Addresses & {
  /** Told, in one line each, what takes long. */
  say: (line: string) => void;
  folder?: string;
  attempts?: number;
};

/**
 * Brings the schema up to date as the owner of the database, and grants the service's own role the rights it needs
 * (db/grant-rights.ts).
 * @throws DatabaseFailure in one line that says PostgreSQL's own cause.
 */
export async function migrateDatabase({ ownerUrl, serviceUrl, ...options }: Migrating): Promise<void> {
  const folder = options.folder ?? path.join(process.cwd(), "db", "migrations");
  const sql = connect(ownerUrl);
  try {
    await explaining("The database could not be brought up to date", async () => {
      const [version] = await sql<{ number: number }[]>`select current_setting('server_version_num')::int as number`;
      if (!version || version.number < 150_000)
        throw new DatabaseFailure("DATABASE_URL: PostgreSQL 15 or newer is needed");
      await takeLock(sql, options.say);
      const grant = grantingTo({ ownerUrl, serviceUrl });
      await applyMigrations(sql, { ...options, folder, grant });
      // Once more where nothing was applied: the service may have another role than it had.
      await sql.begin(grant);
      await sql`select pg_advisory_unlock(${locks.migrate})`;
    });
  } finally {
    await sql.end();
  }
}

/**
 * One session from the beginning to the end: the lock is the session's. The driver would open another in its place, without a
 * word, after half an hour or where it is lost; then the run ends.
 */
function connect(url: string): postgres.Sql {
  const sql = postgres(url, {
    max: 1,
    max_lifetime: null,
    idle_timeout: 0,
    connect_timeout: 10,
    connection: { application_name: "mfis-migrate", statement_timeout: 0, idle_in_transaction_session_timeout: 0 },
    onnotice: () => {},
    onclose: () => void sql.end(),
  });
  return sql;
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
