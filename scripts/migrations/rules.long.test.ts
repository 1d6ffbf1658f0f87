import { expect, test } from "vitest";
import { parseMigration } from "@/db/read-migrations";
import { complaintsOf } from "./rules.mjs";
import { splitMigration } from "./split-migration.mjs";

const told = (text: string) => complaintsOf({ name: "0031_x", text }, ["0030_before"]).join("\n");

test.each([
  ['CREATE INDEX "a" ON "loans" ("id");', "require-concurrent-index-creation"],
  ['CREATE INDEX CONCURRENTLY IF NOT EXISTS "a" ON "loans" ("id");', 'needs "-- no transaction" at the top'],
  [
    '-- no transaction\nCREATE INDEX CONCURRENTLY "a" ON "loans" ("id");',
    "belongs into a migration with a transaction",
  ],
  ['DROP INDEX "a";', "require-concurrent-index-deletion"],
  [
    '-- no transaction\nCREATE UNIQUE INDEX CONCURRENTLY IF NOT EXISTS "a" ON "loans" ("id");--> statement-breakpoint\nDROP INDEX CONCURRENTLY IF EXISTS "a";',
    "index a is dropped and made anew",
  ],
  ['ALTER TABLE "loans" ADD COLUMN "x" timestamptz DEFAULT clock_timestamp();', "adding-field-with-default"],
  ['ALTER TABLE "loans" ADD COLUMN "x" text NOT NULL;', "adding-required-field"],
  ['ALTER TABLE "loans" ALTER COLUMN "x" SET NOT NULL;', "adding-not-nullable-field"],
  ['ALTER TABLE "loans" ADD CONSTRAINT "c" CHECK (x > 1);', "constraint-missing-not-valid"],
  [
    'ALTER TABLE "loans" ADD CONSTRAINT "f" FOREIGN KEY ("x") REFERENCES "users"("id");',
    "adding-foreign-key-constraint",
  ],
  ['ALTER TABLE "loans" ADD CONSTRAINT "u" UNIQUE ("x");', "disallowed-unique-constraint"],
  ['ALTER TABLE "loans" ALTER COLUMN "x" SET DATA TYPE bigint;', "changing-column-type"],
  ['ALTER TABLE "loans" DROP COLUMN "x";', "ban-drop-column"],
  ['DROP TABLE "loans";', "ban-drop-table"],
  ['ALTER TABLE "loans" RENAME COLUMN "x" TO "y";', "renaming-column"],
  ['ALTER TABLE "loans" ADD COLUMN "x" text CHECK (x <> \'\');', "checks a new column in all rows"],
  ['ALTER TABLE "loans" ADD COLUMN "x" bigint GENERATED ALWAYS AS IDENTITY;', "numbers all rows"],
  ['UPDATE "loans" SET "x" = 1 WHERE "y" = 2;', "may touch any number of rows"],
  ['INSERT INTO "tallies" SELECT "id" FROM "loans";', "may touch any number of rows"],
  ['LOCK TABLE "loans";', "may touch any number of rows"],
  ["DO $$ BEGIN DELETE FROM loans; END $$;", "may touch any number of rows"],
  ['-- contracts: 0032_later\nALTER TABLE "loans" ADD COLUMN "x" text;', "there is no migration 0032_later before it"],
  [
    '-- squawk-ignore ban-drop-column\nALTER TABLE "loans" DROP COLUMN "x";',
    'name in "-- contracts: 0028_name" what code must know',
  ],
])("refuses %s", (sql, why) => {
  expect(told(sql)).toContain(why);
});

test.each([
  'CREATE TABLE "t" ("id" text);--> statement-breakpoint\nCREATE INDEX "t_id" ON "t" ("id");--> statement-breakpoint\nALTER TABLE "t" ADD CONSTRAINT "f" FOREIGN KEY ("id") REFERENCES "users"("id");',
  'ALTER TABLE "loans" ADD COLUMN "x" text;--> statement-breakpoint\nALTER TABLE "loans" ADD COLUMN "y" int DEFAULT 3 NOT NULL;',
  'INSERT INTO "chores" ("id", "due_at") VALUES (\'purge\', now());',
  "-- bounded: there is one such row\nUPDATE chores SET due_at = now() WHERE id = 'purge';",
  '-- contracts: 0030_before\n-- squawk-ignore ban-drop-column\nALTER TABLE "loans" DROP COLUMN "x";',
  "CREATE FUNCTION f() RETURNS trigger LANGUAGE plpgsql AS $$ BEGIN DELETE FROM x; RETURN NULL; END $$;",
])("allows %s", (sql) => {
  expect(told(sql)).toBe("");
});

test("what drizzle-kit writes is taken apart into what is done at once and what is done beside whoever writes", () => {
  const written = [
    'CREATE TABLE "t" (\n\t"id" text PRIMARY KEY NOT NULL\n);\n',
    'DROP INDEX "loans_state";',
    'ALTER TABLE "loans" ADD COLUMN "x" text;',
    'ALTER TABLE "t" ADD CONSTRAINT "t_fk" FOREIGN KEY ("id") REFERENCES "public"."users"("id") ON DELETE no action;',
    'ALTER TABLE "loans" ADD CONSTRAINT "loans_x_fk" FOREIGN KEY ("x") REFERENCES "public"."users"("id");',
    'CREATE INDEX "t_id" ON "t" USING btree ("id");',
    'CREATE UNIQUE INDEX "loans_x" ON "loans" USING btree ("x") WHERE x is not null;',
  ].join("--> statement-breakpoint\n");
  expect(told(written)).not.toBe("");
  const { atOnce, beside } = splitMigration(written);
  expect(told(atOnce)).toBe("");
  expect(told(beside)).toBe("");
  expect(parseMigration(atOnce)).toMatchObject({ transaction: true, statements: { length: 5 } });
  const { transaction, statements } = parseMigration(beside);
  expect(transaction).toBe(false);
  expect(statements.map((one) => one.replace(/^-- no transaction/, "").trim())).toEqual([
    'ALTER TABLE "loans" VALIDATE CONSTRAINT "loans_x_fk";',
    'CREATE UNIQUE INDEX CONCURRENTLY IF NOT EXISTS "loans_x" ON "loans" USING btree ("x") WHERE x is not null;',
    // An index goes once what replaces it is there.
    'DROP INDEX CONCURRENTLY IF EXISTS "loans_state";',
  ]);
  expect(splitMigration(atOnce)).toEqual({ atOnce, beside: "" });
});
