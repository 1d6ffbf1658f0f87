import { cpSync, mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import type postgres from "postgres";
import { expect, test } from "vitest";
import { migrateDatabase } from "@/db/migrate";
import { clearMigrations, tryMigrations } from "@/test/migrations";

clearMigrations();

const ours = "any('{public,partitions}'::regnamespace[])";

/** What a database consists of, as its catalogs say, whatever made it: without object ids and without times. */
const questions: Record<string, string> = {
  extensions: "select extname, nspname from pg_extension e join pg_namespace n on n.oid = e.extnamespace",
  relations: `select relname, relkind, relpersistence, reloptions, relrowsecurity, relforcerowsecurity, relreplident, relacl::text
    from pg_class where relnamespace = ${ours}`,
  columns: `select attrelid::regclass::text, row_number() over (partition by attrelid order by attnum), attname,
      format_type(atttypid, atttypmod), attnotnull, attidentity, attgenerated, attcollation::regcollation::text, attstorage,
      pg_get_expr(adbin, adrelid)
    from pg_attribute a join pg_class c on c.oid = attrelid and relnamespace = ${ours} and relkind in ('r', 'v', 'p')
    left join pg_attrdef on adrelid = attrelid and adnum = attnum where attnum > 0 and not attisdropped`,
  // That a column is not null, which newer ones call a constraint, stands with the columns.
  constraints: `select conrelid::regclass::text, conname, contype, convalidated, condeferrable, condeferred, pg_get_constraintdef(oid)
    from pg_constraint where connamespace = ${ours} and contype <> 'n'`,
  indexes: `select indexrelid::regclass::text, indisvalid, indisunique, indisprimary, indnullsnotdistinct, pg_get_indexdef(indexrelid)
    from pg_index join pg_class c on c.oid = indexrelid where relnamespace = ${ours}`,
  // "a or b or c", read once more from what PostgreSQL says of it, has other brackets; beside an "and" they would matter.
  triggers: `select tgrelid::regclass::text, tgname, tgenabled,
      case when def like '% AND %' then def else translate(def, '()', '') end
    from pg_trigger t cross join pg_get_triggerdef(t.oid) def
    join pg_class c on c.oid = tgrelid where relnamespace = ${ours} and not tgisinternal`,
  functions: `select p.oid::regprocedure::text, provolatile, proparallel, pg_get_functiondef(p.oid) from pg_proc p
    where pronamespace = 'public'::regnamespace and not exists (select 1 from pg_depend where objid = p.oid and deptype = 'e')`,
  types: `select typname, typtype, enumlabel from pg_type left join pg_enum on enumtypid = pg_type.oid
    where typnamespace = 'public'::regnamespace and not exists (select 1 from pg_depend where objid = pg_type.oid and deptype = 'e')`,
  sequences: `select seqrelid::regclass::text, seqtypid::regtype::text, seqstart, seqincrement, seqmax, seqmin, seqcache, seqcycle,
      pg_get_serial_sequence(d.refobjid::regclass::text, attname)
    from pg_sequence join pg_depend d on objid = seqrelid and deptype in ('a', 'i')
    join pg_attribute on attrelid = d.refobjid and attnum = d.refobjsubid`,
  rest: `select 'policy', polname from pg_policy union all select 'statistics', stxname from pg_statistic_ext
    union all select 'rule', rulename from pg_rules where schemaname = 'public'
    union all select 'comment', description from pg_description where objoid in (select oid from pg_class where relnamespace = 'public'::regnamespace)`,
  migrations: "select name, hash, created_at, contracts from drizzle.__drizzle_migrations",
  chores: "select to_jsonb(c) - 'due_at' from chores c",
};

async function describe(sql: postgres.Sql) {
  const answers: Record<string, string[]> = {};
  for (const [name, question] of Object.entries(questions)) {
    const rows = await sql.unsafe(question).values();
    answers[name] = rows.map((row) => JSON.stringify(row)).sort();
  }
  const tables = await sql<{ name: string }[]>`select relname as name from pg_class
    where relnamespace = 'public'::regnamespace and relkind = 'r' order by 1`;
  for (const { name } of tables) {
    const [count] = await sql<{ rows: string }[]>`select count(*)::text as rows from ${sql(name)}`;
    if (count?.rows !== "0") answers[`rows of ${name}`] = [count?.rows ?? ""];
  }
  return answers;
}

test("a fresh database is the same whether it is made at once or by one migration after the other", async () => {
  const [once, stepwise] = [await tryMigrations(), await tryMigrations()];
  const away = mkdtempSync(join(tmpdir(), "stepwise-"));
  cpSync("db/migrations", join(away, "migrations"), { recursive: true });
  const ways = [
    { ...once, folder: "db/migrations" },
    { ...stepwise, folder: join(away, "migrations") },
  ];
  for (const { url, folder } of ways) {
    await migrateDatabase({ ownerUrl: url, serviceUrl: url, say: (line) => expect(line).toBe(""), folder });
  }
  rmSync(away, { recursive: true, force: true });
  const expected = await describe(stepwise.sql);
  expect(expected.columns?.length).toBeGreaterThan(800);
  expect(expected.triggers?.length).toBeGreaterThan(20);
  expect(await describe(once.sql)).toEqual(expected);
  // Columns that one migration adds and another drops are in no database that was made at once.
  const dropped = ({ sql }: typeof once) => sql`select 1 from pg_attribute where attisdropped limit 1`;
  expect(await Promise.all([dropped(once), dropped(stepwise)])).toMatchObject([[], [{}]]);
});
