import path from "node:path";
import type postgres from "postgres";
import { z } from "zod";
import { DatabaseFailure, explaining } from "./explain-failure";
import { readMigrations } from "./read-migrations";

const applied = z.object({ created_at: z.number(), name: z.string().nullish(), contracts: z.string().nullish() });

/**
 * Whether this code can serve on the database as it is: all its migrations are applied, and what newer code has added takes
 * nothing away that this code needs (docs/operations.md#migrations).
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
  if (!contracting) return;
  throw new DatabaseFailure(
    `The database is newer than this release: ${contracting.name ?? "an unknown migration"} has taken away what it needs. Run a release that knows it.`,
  );
}

/** Empty where nothing was ever migrated. */
async function readJournal(sql: postgres.Sql) {
  const [journal] = await sql`select to_regclass('drizzle.__drizzle_migrations') as there`;
  if (!journal?.there) return [];
  const rows = await sql`select to_jsonb(m) as row from drizzle.__drizzle_migrations m`;
  return rows.map(({ row }) => applied.parse(row));
}
