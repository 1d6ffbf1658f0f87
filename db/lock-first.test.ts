import { expect, test } from "vitest";
import { clearMigrations, tryMigrations } from "@/test/migrations";
import { lockFirst } from "./lock-first";
import { readMigrations } from "./read-migrations";

clearMigrations();

/** From weak to strong; what is weaker than these only waits for somebody's LOCK TABLE. */
const strong = ["ShareLock", "ShareRowExclusiveLock", "ExclusiveLock", "AccessExclusiveLock"];

test("what the migrations up to 0027 lock of tables that were there, they lock before anything else", async () => {
  const { sql } = await tryMigrations();
  const later: string[] = [];
  let locked = 0;
  for (const { name, statements } of readMigrations("db/migrations")) {
    await sql.begin(async (tx) => {
      const there = await tx<{ name: string }[]>`select oid::regclass::text as name from pg_class
        where relnamespace = 'public'::regnamespace and relkind in ('r', 'p')`;
      const held = async () => {
        const rows = await tx<{ name: string; mode: string }[]>`select relation::regclass::text as name, mode
          from pg_locks where locktype = 'relation' and pid = pg_backend_pid() and mode = any(${strong})`;
        const strongest = new Map<string, number>();
        for (const { name, mode } of rows)
          strongest.set(name, Math.max(strongest.get(name) ?? 0, strong.indexOf(mode) + 1));
        return strongest;
      };
      await lockFirst(tx, statements);
      const before = await held();
      locked += before.size;
      for (const statement of statements) await tx.unsafe(statement);
      const after = await held();
      for (const table of there) {
        if ((after.get(table.name) ?? 0) > (before.get(table.name) ?? 0)) later.push(`${name}: ${table.name}`);
      }
    });
    if (name.startsWith("0027")) break;
  }
  expect(later).toEqual([]);
  expect(locked).toBeGreaterThan(50);
});
