import { sql } from "drizzle-orm";
import postgres from "postgres";
import { beforeEach, expect, test } from "vitest";
import { db } from "@/db/client";
import { migrateDatabase } from "@/db/migrate";
import { loggedRequests } from "@/db/schema/requests";
import { addDays, dateOf, day, hour, later, minute } from "@/lib/kernel/calendar";
import { idAt, newId } from "@/lib/kernel/ids";
import type { RealTime } from "@/lib/kernel/time";
import { useDatabase } from "@/test/database";
import { idMadeAt } from "@/test/id-made-at";
import { clearMigrations, tryMigrations } from "@/test/migrations";
import { now } from "@/test/time";
import { keepRequestDays, purgeOtherDays } from "./request-days";

useDatabase();
clearMigrations();

const table = (date: string) => `partitions.logged_requests_${date.replaceAll("-", "")}`;
const midnight = (date: string) => new Date(date) as RealTime;
const today = () => dateOf(now());

/** The next three, but for one that begins within the hour. */
const comingDays = () =>
  Array.from({ length: 3 }, (_, i) => addDays(today(), 1 + i)).filter((date) => midnight(date) > later(now(), hour));

/** Has the partitions of these days made, whenever they are. */
const makeDays = (first: string, last: string) =>
  db().execute(sql`select make_request_days(${first}::date, ${last}::date)`);

async function dayTables(): Promise<string[]> {
  const rows = await db().execute<{ name: string }>(sql`select inhrelid::regclass::text as name from pg_inherits
    where inhparent = 'logged_requests'::regclass and inhrelid <> 'partitions.logged_requests_rest'::regclass order by 1`);
  return rows.map(({ name }) => name);
}

async function insertAt(...moments: Date[]): Promise<string[]> {
  const ids = moments.map((moment) => idMadeAt("loggedRequest", moment));
  const asked = { requestId: "r", operation: "ping", method: "GET", path: "/", status: 200, credential: "key_1" };
  const rows = ids.map((id) => ({ id, marketplaceId: "mkt_1", environment: "test" as const, ...asked }));
  await db()
    .insert(loggedRequests)
    .values(rows.map((row) => ({ ...row, durationMs: 1, at: now() })));
  return ids;
}

/** In which table each row is. */
async function places(): Promise<Record<string, string>> {
  const rows = await db().execute<{ id: string; place: string }>(
    sql`select id, tableoid::regclass::text as place from logged_requests`,
  );
  return Object.fromEntries(rows.map(({ id, place }) => [id, place]));
}

beforeEach(async () => {
  await db().execute(sql`truncate logged_requests`);
  for (const name of await dayTables()) await db().execute(sql.raw(`drop table ${name}`));
});

test("a day goes whole once all of it is two weeks old, and the day after it stays", async () => {
  const kept = addDays(today(), -14);
  const gone = addDays(kept, -1);
  await makeDays(addDays(gone, -2), kept);
  const rows = await insertAt(midnight(gone), later(midnight(kept), -1), midnight(kept));
  expect(Object.values(await places()).sort()).toEqual([table(gone), table(gone), table(kept)]);
  expect(await keepRequestDays(now())).toBe(3);
  expect(Object.keys(await places())).toEqual(rows.slice(2));
  expect(await dayTables()).toEqual([kept, ...comingDays()].map(table));
  expect(await keepRequestDays(now())).toBe(0);
});

test("what comes on a day without a partition is kept as long, and that day is left without one", async () => {
  const tomorrow = addDays(today(), 1);
  const old = later(midnight(addDays(today(), -14)), -1);
  const rest = "partitions.logged_requests_rest";
  const [expired, ...kept] = await insertAt(old, later(old, 1), later(midnight(tomorrow), minute));
  await keepRequestDays(now());
  expect(await dayTables()).not.toContain(table(tomorrow));
  expect(await dayTables()).toHaveLength(2);
  const [usual] = await insertAt(midnight(addDays(today(), 2)));
  expect(await purgeOtherDays(now(), 10)).toBe(1);
  const left = await places();
  expect(left).not.toHaveProperty(expired ?? "");
  expect(kept.map((id) => left[id])).toEqual([rest, rest]);
  expect(left[usual ?? ""]).toBe(table(addDays(today(), 2)));
});

test("rows of other days that stand at the same place in their tables stay", async () => {
  const recent = addDays(today(), -3);
  await makeDays(recent, recent);
  const old = later(now(), -20 * day);
  const [, , kept] = await insertAt(old, old, midnight(recent));
  expect(await purgeOtherDays(now(), 1)).toBe(1);
  expect(await purgeOtherDays(now(), 1)).toBe(1);
  expect(await purgeOtherDays(now(), 1)).toBe(0);
  expect(Object.keys(await places())).toEqual([kept]);
});

test("several processes at once make each day once, while requests are logged", async () => {
  const make = () => makeDays(today(), addDays(today(), 3));
  const write = () => insertAt(now(), later(now(), -minute));
  await Promise.all([make(), make(), write(), keepRequestDays(now()), make(), write(), write()]);
  expect(Object.keys(await places())).toHaveLength(6);
  // Not of a day on which requests may be on their way.
  expect(await dayTables()).toEqual(comingDays().map(table));
});

test("whoever holds the log does not keep the purge, and it is done an hour later", async () => {
  const gone = addDays(today(), -15);
  await makeDays(gone, gone);
  await insertAt(midnight(gone));
  const reader = postgres(process.env.DATABASE_URL ?? "", { max: 1 });
  try {
    await reader.begin(async (tx) => {
      await tx`select from logged_requests`;
      expect(await keepRequestDays(now())).toBe(0);
    });
    expect(await keepRequestDays(now())).toBe(1);
  } finally {
    await reader.end();
  }
});

test("the database knows as well as we do where a day begins among the ids", async () => {
  for (const moment of [midnight("2026-11-28"), new Date(0), new Date("2061-02-03T04:05:06.789Z")]) {
    const [row] = await db().execute<{ id: string }>(
      sql`select id_at('rql', ${moment.toISOString()}::timestamptz) as id`,
    );
    expect(row?.id).toBe(idAt("loggedRequest", moment));
  }
});

test("the service's role has days made and dropped, and can do nothing else to them", async () => {
  const { sql: owner, url, addRole } = await tryMigrations();
  const serviceUrl = await addRole();
  await migrateDatabase({ ownerUrl: url, serviceUrl, say: (line) => expect(line).toBe("") });
  const service = postgres(serviceUrl, { max: 1 });
  const other = postgres(await addRole(), { max: 1 });
  const recent = addDays(today(), -2);
  const forbidden = { code: "42501" };
  try {
    await service`select make_request_days(${addDays(today(), -20)}, ${recent})`;
    await service`insert into logged_requests (id, marketplace_id, environment, request_id, operation, method, path, status,
      credential, duration_ms, at) values (${newId("loggedRequest")}, 'mkt_1', 'test', 'r', 'ping', 'GET', '/', 200, 'key_1', 1, now())`;
    // Whatever it says is old.
    const [dropped] = await service`select drop_request_days('2999-01-01') as days`;
    expect(dropped).toEqual({ days: 7 });
    const name = table(recent);
    for (const act of [
      `select from ${name}`,
      `drop table ${name}`,
      `truncate ${name}`,
      `alter table ${name} add x int`,
    ])
      await expect(service.unsafe(act)).rejects.toMatchObject(forbidden);
    await expect(service.unsafe("alter table logged_requests detach partition x")).rejects.toThrow();
    await expect(other`select drop_request_days('2999-01-01')`).rejects.toMatchObject(forbidden);
    await expect(other`select make_request_days(current_date, current_date)`).rejects.toMatchObject(forbidden);
    // Nor has it any when rights are granted once more.
    await migrateDatabase({ ownerUrl: url, serviceUrl, say: (line) => expect(line).toBe("") });
    await expect(service.unsafe(`select from ${name}`)).rejects.toMatchObject(forbidden);
    expect(await owner.unsafe(`select from ${name}`)).toEqual([]);
  } finally {
    await service.end();
    await other.end();
  }
});
