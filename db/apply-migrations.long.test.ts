import { drizzle } from "drizzle-orm/postgres-js";
import { migrate as migrateByDrizzle } from "drizzle-orm/postgres-js/migrator";
import { expect, test } from "vitest";
import { clearMigrations, tryMigrations } from "@/test/migrations";

clearMigrations();

const one = {
  "0000_one": "create table loans (id int primary key);--> statement-breakpoint\ninsert into loans values (1);",
};
const names = (rows: readonly { name: string }[]) => rows.map(({ name }) => name);
const pause = (ms: number) => new Promise((resolve) => setTimeout(resolve, ms));

test("each migration is a transaction of its own: one that fails takes back itself and nothing else", async () => {
  const { sql, migrate } = await tryMigrations();
  const second = "alter table loans add column a int;--> statement-breakpoint\nalter table loans add column id int;";
  await expect(migrate({ ...one, "0001_two": second })).rejects.toThrow(
    'Migration 0001_two failed: column "id" of relation "loans" already exists (42701).',
  );
  expect(await sql`select * from loans`).toEqual([{ id: 1 }]);
  expect(names(await sql`select name from drizzle.__drizzle_migrations`)).toEqual(["0000_one"]);
  await migrate({ ...one, "0001_two": "alter table loans add column b int" });
  expect(await sql`select * from loans`).toEqual([{ id: 1, b: null }]);
});

test("goes on where drizzle's own migrator stopped, and nothing is applied twice", async () => {
  const { sql, folder, migrate } = await tryMigrations();
  await migrateByDrizzle(drizzle(sql), { migrationsFolder: folder(one) });
  const more = { ...one, "0001_two": "insert into loans values (2)" };
  expect(await migrate(more)).toEqual([]);
  await migrate(more);
  expect(await sql`select id from loans order by id`).toEqual([{ id: 1 }, { id: 2 }]);
  expect(names(await sql`select name from drizzle.__drizzle_migrations order by created_at`)).toEqual([
    "0000_one",
    "0001_two",
  ]);
});

test("waits for a lock only for a moment, lets those behind it pass, and tries again", async () => {
  const { sql, migrate } = await tryMigrations();
  await migrate(one);
  let done = false;
  let isHeld = () => {};
  const held = new Promise<void>((resolve) => {
    isHeld = resolve;
  });
  const holder = sql.begin(async (tx) => {
    await tx`select * from loans`;
    isHeld();
    while (!done) await pause(20);
  });
  await held;
  const two = { ...one, "0001_two": "alter table loans add column c int" };
  await expect(migrate(two, { attempts: 2 })).rejects.toThrow(
    /^Migration 0001_two failed: a lock was not to be had in time \(55P03\)\. Somebody holds a lock: /,
  );
  let longest = 0;
  const readers = (async () => {
    while (!done) {
      const begun = performance.now();
      await sql`select * from loans`;
      longest = Math.max(longest, performance.now() - begun);
      await pause(5);
    }
  })();
  const migrated = migrate(two);
  await pause(1_500);
  done = true;
  const [said = ""] = await migrated;
  await Promise.all([holder, readers]);
  expect(said).toMatch(
    /^Migration 0001_two waits for a lock \(open for longest: process \d+, .+, \d+ s\); it is tried again in 0.25 s\.$/,
  );
  // With the wait for a lock unlimited it would be all of the 1.5 seconds.
  expect(longest).toBeLessThan(1_200);
  expect(longest).toBeGreaterThan(300);
});

const unique = `-- no transaction
-- Beside whoever writes.
create unique index concurrently if not exists "loans_kind" on "loans" ("kind");--> statement-breakpoint
create index concurrently if not exists "loans_other" on "loans" ("id", "kind");`;

test("indexes are made beside whoever writes; a broken one is made anew, one that is there stays", async () => {
  const { sql, migrate } = await tryMigrations();
  const kinds = { ...one, "0001_kind": "alter table loans add column kind int default 7" };
  await migrate(kinds);
  await sql`insert into loans values (2)`;
  const indexed = { ...kinds, "0002_index": unique };
  await expect(migrate(indexed)).rejects.toThrow(
    "Migration 0002_index failed: the constraint loans_kind of loans (23505). Rows that are there break it: mend them",
  );
  const valid =
    () => sql`select relname::text as name, indisvalid as valid from pg_index join pg_class c on c.oid = indexrelid
    where relname like 'loans_%' and not indisprimary order by 1`;
  expect(await valid()).toEqual([{ name: "loans_kind", valid: false }]);
  await sql`update loans set kind = id`;
  // Open while the index is made: it would have to end first if the making held up writers, or were held up by them.
  const writer = await sql.reserve();
  await writer`begin`;
  await writer`update loans set kind = 20 where id = 2`;
  const made = migrate(indexed);
  await pause(800);
  await sql`insert into loans values (3, 30)`;
  await writer`commit`;
  writer.release();
  expect(await made).toEqual(["The index loans_kind was left unfinished; it is made anew."]);
  expect(await valid()).toEqual([
    { name: "loans_kind", valid: true },
    { name: "loans_other", valid: true },
  ]);
});

test("two that start together wait for each other, also while one makes an index", async () => {
  const { sql, migrate } = await tryMigrations();
  await migrate({ ...one, "0001_kind": "alter table loans add column kind int" });
  const indexed = { ...one, "0001_kind": "alter table loans add column kind int", "0002_index": unique };
  const said = await Promise.all([migrate(indexed), migrate(indexed), migrate(indexed)]);
  expect(said).toEqual([[], [], []]);
  expect(await sql`select count(*)::int as applied from drizzle.__drizzle_migrations`).toEqual([{ applied: 3 }]);
});

test("an index that another role makes by hand is waited for, not dropped, whatever may be seen of that role's work", async () => {
  const { sql, migrate, addRole } = await tryMigrations();
  const ownerUrl = await addRole();
  const owner = new URL(ownerUrl);
  await sql`alter database ${sql(owner.pathname.slice(1))} owner to ${sql(owner.username)}`;
  const kinds = { ...one, "0001_kind": "alter table loans add column kind int default 7" };
  const ofOwner = { ownerUrl, serviceUrl: ownerUrl };
  await migrate(kinds, ofOwner);
  const writer = await sql.reserve();
  await writer`begin`;
  await writer`insert into loans values (2, 8)`;
  const byHand = sql`create unique index concurrently loans_kind on loans (kind)`.execute();
  await pause(300);
  const [before] = await sql`select oid from pg_class where relname = 'loans_kind'`;
  const said = migrate({ ...kinds, "0002_index": unique }, ofOwner);
  await pause(1_000);
  await writer`commit`;
  writer.release();
  await byHand;
  expect(await said).toEqual(["The index loans_kind is being made by somebody else; waiting for it."]);
  expect(await sql`select oid from pg_class where relname = 'loans_kind'`).toEqual([before]);
});

test("a run whose session was lost ends, instead of going on without its lock", async () => {
  const { sql, migrate } = await tryMigrations();
  await migrate(one);
  const holder = await sql.reserve();
  await holder`begin`;
  await holder`select * from loans`;
  const run = migrate({ ...one, "0001_two": "alter table loans add column c int" }).catch(
    (error: Error) => error.message,
  );
  for (;;) {
    // In its pause between two tries: nothing is under way that the loss of the session would end.
    const [resting] = await sql`select pg_terminate_backend(pid) from pg_stat_activity
      where application_name = 'mfis-migrate' and datname = current_database() and state = 'idle'
        and query like '%order by xact_start limit 1%'`;
    if (resting) break;
    await pause(20);
  }
  await holder`commit`;
  holder.release();
  expect(await run).toMatch(/^(?:The database|Migration 0001_two).* the connection was closed \(CONNECTION_/);
});

test("a long migration has its locks before it begins: nobody's short transaction at its end takes it back", async () => {
  const { sql, migrate } = await tryMigrations();
  const two = { ...one, "0001_two": "create table audit (id int)" };
  await migrate(two);
  const long = [
    "create index loans_id on loans (id)",
    "select pg_sleep(0.8)",
    "drop index if exists none",
    "create index audit_id on audit (id)",
  ].join(";--> statement-breakpoint\n");
  const run = migrate({ ...two, "0002_long": long });
  const writing = (async () => {
    for (let there = false; !there; await pause(20))
      there = (await sql`select from pg_locks where relation = 'loans'::regclass and mode = 'ShareLock'`).length > 0;
    await sql.begin(async (tx) => {
      await tx`insert into audit values (1)`;
      await pause(1_500);
    });
  })();
  expect(await run).toEqual([]);
  await writing;
});
