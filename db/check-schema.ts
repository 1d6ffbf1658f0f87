import path from "node:path";
import type postgres from "postgres";
import { z } from "zod";
import { DatabaseFailure, explaining } from "./explain-failure";
import { readMigrations } from "./read-migrations";

const applied = z.object({ created_at: z.number(), name: z.string().nullish(), contracts: z.string().nullish() });

/**
 * Whether this code can serve on the database as it is: all its migrations are applied, its role may use what they made, and
 * what newer code has added takes nothing away that this code needs (docs/operations.md#migrations).
 * @throws DatabaseFailure in one line that says what to do.
 */
export async function checkSchema(
  sql: postgres.Sql,
  folder = path.join(process.cwd(), "db", "migrations"),
): Promise<void> {
  const migrations = readMigrations(folder);
  const known = new Set(migrations.map(({ name }) => name));
  const rows = await explaining("The database cannot be used", () => readJournal(sql));
  const there = new Set(rows.map(({ created_at }) => created_at));
  const missing = migrations.filter(({ when }) => !there.has(when));
  if (missing.length > 0) {
    const more = missing.length > 1 ? ` and ${missing.length - 1} more` : "";
    throw new DatabaseFailure(
      `The database lacks migration ${missing[0]?.name}${more}. Run npm run migrate of this release first.`,
    );
  }
  const ours = new Set(migrations.map(({ when }) => when));
  const contracting = rows
    .filter(({ created_at }) => !ours.has(created_at))
    .find(({ name, contracts }) => !name || (contracts && !known.has(contracts)));
  if (contracting)
    throw new DatabaseFailure(
      `The database is newer than this release: ${contracting.name ?? "an unknown migration"} has taken away what it needs. Run a release that knows it.`,
    );
  const [closed] = await explaining("The database cannot be used", () => readClosed(sql));
  if (!closed) return;
  throw new DatabaseFailure(
    `The role ${closed.role} lacks rights on ${closed.name}. Run npm run migrate with this DATABASE_URL and the owner's DATABASE_OWNER_URL.`,
  );
}

/** Tables of the migrations that our role may not both read and append to, which it may with all of them (db/grant-rights.ts). */
function readClosed(sql: postgres.Sql) {
  return sql<{ role: string; name: string }[]>`select current_user as role, c.relname as name
    from pg_class c join pg_class journal on journal.oid = to_regclass('drizzle.__drizzle_migrations')
    where c.relnamespace = 'public'::regnamespace and c.relkind in ('r', 'p') and c.relowner = journal.relowner
      and not (has_table_privilege(c.oid, 'select') and has_table_privilege(c.oid, 'insert'))
    order by c.relname limit 1`;
}

/** Empty where nothing was ever migrated. */
async function readJournal(sql: postgres.Sql) {
  const [journal] = await sql`select to_regclass('drizzle.__drizzle_migrations') as there`;
  if (!journal?.there) return [];
  const rows = await sql`select to_jsonb(m) as row from drizzle.__drizzle_migrations m`;
  return rows.map(({ row }) => applied.parse(row));
}
