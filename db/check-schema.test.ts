import { expect, test } from "vitest";
import { checkSchema } from "@/db/check-schema";
import { clearMigrations, tryMigrations } from "@/test/migrations";

clearMigrations();

const at = (...names: string[]) => Object.fromEntries(names.map((name) => [name, `create table "${name}" (id int)`]));
const old = at("0000_one", "0001_two");

test("a server refuses a database that lacks a migration, and says which and what to do", async () => {
  const { sql, migrate, folder } = await tryMigrations();
  const lacks = (what: string) => `The database lacks migration ${what}. Run npm run migrate of this release first.`;
  await expect(checkSchema(sql, folder(old))).rejects.toThrow(lacks("0000_one and 1 more"));
  await migrate(at("0000_one"));
  await expect(checkSchema(sql, folder(old))).rejects.toThrow(lacks("0001_two"));
  await migrate(old);
  await checkSchema(sql, folder(old));
});

test("old code goes on beside a newer database until that takes away what it needs", async () => {
  const { sql, migrate, folder } = await tryMigrations();
  const expanded = { ...old, ...at("0002_three") };
  await migrate(expanded);
  await checkSchema(sql, folder(old));
  const contracted = { ...expanded, "0003_gone": '-- contracts: 0002_three\ndrop table "0001_two"' };
  await migrate(contracted);
  await checkSchema(sql, folder(contracted));
  await checkSchema(sql, folder(expanded));
  await expect(checkSchema(sql, folder(old))).rejects.toThrow(
    "The database is newer than this release: 0003_gone has taken away what it needs. Run a release that knows it.",
  );
});

test("a migration that nobody here has a name for is none that this code can serve with", async () => {
  const { sql, migrate, folder } = await tryMigrations();
  await migrate(old);
  await sql`insert into drizzle.__drizzle_migrations (hash, created_at) values ('of another branch', 77)`;
  await expect(checkSchema(sql, folder(old))).rejects.toThrow("an unknown migration has taken away what it needs");
});
