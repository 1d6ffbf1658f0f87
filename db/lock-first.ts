import type postgres from "postgres";

/** What a statement of the old migrations locks, besides what it makes: how it begins, and in which mode. */
const locking: readonly [RegExp, Mode][] = [
  [/^(?:alter|drop) table (?:only )?(?:if exists )?(?:"?public"?\.)?"?(\w+)/gi, "access exclusive"],
  [/^drop trigger (?:if exists )?"?\w+"? on "?(\w+)/gi, "access exclusive"],
  // Of the index, the table is looked up.
  [/^drop index (?:if exists )?"?(\w+)/gi, "access exclusive"],
  // So that no row of it waits for whoever has that row.
  [/^update "?(\w+)/gi, "exclusive"],
  [/^delete from "?(\w+)/gi, "exclusive"],
  [/\breferences "public"\."(\w+)"/gi, "share row exclusive"],
  [/^create (?:constraint )?trigger "?\w+"? [^;]*?\bon "?(\w+)/gi, "share row exclusive"],
  [/^create (?:unique )?index (?:if not exists )?"?\w+"? on "?(\w+)/gi, "share"],
];
const modes = ["access exclusive", "exclusive", "share row exclusive", "share"] as const;
type Mode = (typeof modes)[number];

/**
 * Locks in this transaction, before anything else, what these statements will lock: they are long, and a lock that is not to be
 * had at their end would take all of them back, again and again, while nobody writes.
 */
export async function lockFirst(tx: postgres.TransactionSql, statements: readonly string[]): Promise<void> {
  const wanted = statements.flatMap(locksOf);
  const names = wanted.map(({ name }) => name);
  const found = await tx<{ name: string; table: string }[]>`
    select c.relname as name, t.relname as table from pg_class c
    left join pg_index i on i.indexrelid = c.oid
    join pg_class t on t.oid = coalesce(i.indrelid, c.oid)
    where c.relnamespace = 'public'::regnamespace and t.relkind in ('r', 'p') and c.relname = any(${names})`;
  const taken = new Set<string>();
  for (const mode of modes) {
    const ofMode = new Set(wanted.filter((lock) => lock.mode === mode).map(({ name }) => name));
    const tables = found.filter(({ name, table }) => ofMode.has(name) && !taken.has(table)).map(({ table }) => table);
    for (const table of [...new Set(tables)].sort()) {
      taken.add(table);
      await tx`lock table ${tx(`public.${table}`)} in ${tx.unsafe(mode)} mode`;
    }
  }
}

function locksOf(statement: string): { name: string; mode: Mode }[] {
  const bare = statement.replace(/--.*$/gm, "").trim().replace(/\s+/g, " ");
  return locking.flatMap(([rule, mode]) => [...bare.matchAll(rule)].map(([, name = ""]) => ({ name, mode })));
}
