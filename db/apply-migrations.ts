import type postgres from "postgres";
import { explaining } from "./explain-failure";
import type { GrantRights } from "./grant-rights";
import { lockFirst } from "./lock-first";
import { type Migration, readFirst, readMigrations } from "./read-migrations";

type Options = { folder: string; say: (line: string) => void; grant: GrantRights; attempts?: number };

/**
 * How long a statement of a migration waits for a lock, and with it everybody who comes after it, in milliseconds; and
 * how long others are left in peace before it is tried again.
 */
const patience = { lock: "500ms", first: 250, most: 10_000, attempts: 40 };
/** The last of those whose statements may be long: from before there were rules (scripts/migrations/rules.mjs). */
const lastLong = "0027_console";
/** lock_not_available, deadlock_detected. */
const inTheWay = ["55P03", "40P01"];

const pause = (ms: number) => new Promise((resolve) => setTimeout(resolve, ms));

/**
 * Applies what is missing, one transaction a migration, so that no table stays locked longer than its own change takes. A
 * fresh database gets the whole schema at once. The journal is the table of drizzle's own migrator.
 * @param sql one connection of the owner's, for as long as it takes, and without limits of its own
 * @param options `say` is told one line of whatever takes long; `grant` belongs to each migration; `attempts` at a lock that
 *   others hold
 */
export async function applyMigrations(sql: postgres.Sql, options: Options): Promise<void> {
  const migrations = readMigrations(options.folder);
  await openJournal(sql, migrations);
  const first = await takeFirst(sql, migrations, options);
  const applied = new Set(first ?? (await readApplied(sql)));
  for (const migration of migrations.filter(({ when }) => !applied.has(when))) {
    await explaining(`Migration ${migration.name} failed`, () =>
      migration.transaction
        ? whenFree(sql, migration.name, options, () => applyWhole(sql, migration, options))
        : applyInSteps(sql, migration, options),
    );
  }
}

async function openJournal(sql: postgres.Sql, migrations: readonly Migration[]): Promise<void> {
  await sql.begin(async (tx) => {
    await tx`set local lock_timeout = '30s'`;
    const [there] = await tx`select 1 from information_schema.columns
      where table_schema = 'drizzle' and table_name = '__drizzle_migrations' and column_name = 'contracts'`;
    if (there) return;
    await tx`create schema if not exists drizzle`;
    await tx`create table if not exists drizzle.__drizzle_migrations
      (id serial primary key, hash text not null, created_at bigint)`;
    await tx`alter table drizzle.__drizzle_migrations
      add column if not exists name text, add column if not exists contracts text`;
    for (const { name, when } of migrations)
      await tx`update drizzle.__drizzle_migrations set name = ${name} where created_at = ${when}`;
  });
}

async function readApplied(sql: postgres.Sql): Promise<number[]> {
  const rows = await sql<{ when: string }[]>`select created_at as "when" from drizzle.__drizzle_migrations`;
  return rows.map(({ when }) => Number(when));
}

/** Gives a database without tables the schema of many migrations at once. Answers which, undefined where it did not. */
async function takeFirst(sql: postgres.Sql, migrations: readonly Migration[], { folder, grant }: Options) {
  const first = readFirst(folder);
  const end = migrations.findIndex(({ name }) => name === first?.upTo) + 1;
  if (!first || end === 0) return undefined;
  return sql.begin(async (tx) => {
    const [taken] =
      await tx`select 1 from pg_class where relnamespace = 'public'::regnamespace and relkind in ('r', 'p')
      union all select 1 from drizzle.__drizzle_migrations limit 1`;
    if (taken) return undefined;
    // Functions stand before the tables that they are about.
    await tx`set local check_function_bodies = off`;
    await tx.unsafe(first.text);
    await grant(tx);
    const done = migrations.slice(0, end);
    for (const migration of done) await note(tx, migration);
    return done.map(({ when }) => when);
  });
}

async function applyWhole(sql: postgres.Sql, migration: Migration, { grant }: Options): Promise<void> {
  await sql.begin(async (tx) => {
    await tx.unsafe(`set local lock_timeout = '${patience.lock}'`);
    if (migration.name <= lastLong) {
      await lockFirst(tx, migration.statements);
      await tx`set local lock_timeout = '1min'`;
    }
    for (const statement of migration.statements) await tx.unsafe(statement);
    await grant(tx);
    await note(tx, migration);
  });
}

/** One that was interrupted is begun anew: its statements are such that may have run before. */
async function applyInSteps(sql: postgres.Sql, migration: Migration, options: Options): Promise<void> {
  for (const statement of migration.statements) {
    const concurrent = /^[^;]*?\bconcurrently\b/i.test(statement.replace(/^\s*--.*$/gm, ""));
    const index = /\bcreate\s+(?:unique\s+)?index\s+concurrently\s+(?:if\s+not\s+exists\s+)?"?(\w+)/i.exec(
      statement,
    )?.[1];
    // Nobody who reads or writes waits for what is done concurrently; that itself waits for them, and leaves a broken
    // index when it may not.
    await sql.unsafe(`set lock_timeout = '${concurrent ? "0" : patience.lock}'`);
    await whenFree(sql, migration.name, options, async () => {
      if (index) await removeBroken(sql, index, options.say);
      await sql.unsafe(statement);
    });
  }
  await sql.begin(async (tx) => {
    await options.grant(tx);
    await note(tx, migration);
  });
}

/** Drops what is left of an index whose making was interrupted; one that is still being made is waited for. */
async function removeBroken(sql: postgres.Sql, name: string, say: Options["say"]): Promise<void> {
  let told = false;
  // Who has made one gives its lock back a moment before all see that the index is valid: only twice is broken.
  for (let found = 0; found < 2; ) {
    const [broken] = await findBroken(sql, name);
    if (!broken) return;
    found = broken.made ? 0 : found + 1;
    if (broken.made && !told) say(`The index ${name} is being made by somebody else; waiting for it.`);
    told ||= broken.made;
    if (found < 2) await pause(broken.made ? 1_000 : 250);
  }
  say(`The index ${name} was left unfinished; it is made anew.`);
  await sql`drop index concurrently if exists ${sql(`public.${name}`)}`;
}

/**
 * An index that is there and not valid; `made` while somebody makes one of its table. Of another role's work all that may be
 * seen is that it makes some index, and what it has locked.
 */
function findBroken(sql: postgres.Sql, name: string) {
  return sql<{ made: boolean }[]>`
    select exists (select 1 from pg_stat_progress_create_index p join pg_locks l on l.pid = p.pid
      where l.locktype = 'relation' and l.relation = i.indrelid and l.granted and l.mode = 'ShareUpdateExclusiveLock'
        and p.datname = current_database()) as made
    from pg_index i join pg_class c on c.oid = i.indexrelid
    where c.relnamespace = 'public'::regnamespace and c.relname = ${name} and not i.indisvalid`;
}

async function note(tx: postgres.TransactionSql, { name, when, hash, contracts }: Migration): Promise<void> {
  await tx`insert into drizzle.__drizzle_migrations (hash, created_at, name, contracts)
    values (${hash}, ${when}, ${name}, ${contracts ?? null})`;
}

/** Tries again, later each time, while somebody holds a lock that is needed. */
async function whenFree(sql: postgres.Sql, name: string, options: Options, work: () => Promise<void>): Promise<void> {
  const { say, attempts = patience.attempts } = options;
  for (let attempt = 1; ; attempt++) {
    try {
      return await work();
    } catch (error) {
      if (!inTheWay.includes((error as { code?: string }).code ?? "") || attempt >= attempts) throw error;
      const wait = Math.min(patience.most, patience.first * 2 ** (attempt - 1));
      say(`Migration ${name} waits for a lock${await oldestOpen(sql)}; it is tried again in ${wait / 1000} s.`);
      await pause(wait);
    }
  }
}

/** Who has had a transaction open for longest, and so most likely holds the lock. */
async function oldestOpen(sql: postgres.Sql): Promise<string> {
  const [oldest] = await sql<{ pid: number; name: string; seconds: number }[]>`
    select pid, application_name as name, extract(epoch from clock_timestamp() - xact_start)::int as seconds
    from pg_stat_activity where datname = current_database() and xact_start is not null and pid <> pg_backend_pid()
    order by xact_start limit 1`;
  return oldest ? ` (open for longest: process ${oldest.pid}, ${oldest.name || "unnamed"}, ${oldest.seconds} s)` : "";
}
