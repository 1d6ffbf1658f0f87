import { sql } from "drizzle-orm";
import postgres from "postgres";
import { afterEach, beforeEach, expect, test } from "vitest";
import { closeDatabase, connection, db } from "@/db/client";
import { keyChecks } from "@/db/schema/operations";
import { nameSessions } from "@/db/session-name";
import { keyedDigest, keyedDigests } from "@/lib/kernel/crypto";
import { env } from "@/lib/kernel/env";
import { foundDigests } from "@/lib/kernel/keys/keyed-digests";
import { useDatabase } from "@/test/database";
import { storedState } from "@/test/factories/snapshot";
import { checkKeys } from "./check-keys";
import { checkIndex, rotateIndex } from "./rotate-index";

useDatabase();

/** The one of the tests is the first. */
const [first, second, third] = [Buffer.alloc(32, 2), Buffer.alloc(32, 11), Buffer.alloc(32, 12)];

/** The settings of a process: this list, the newest last. */
function useKeys(...keys: (typeof first)[]) {
  env().indexKeys.splice(0, Infinity, ...keys);
}

const rowsEach = 2_050;
const anyValue: Record<string, string | number | boolean> = {
  "timestamp with time zone": "2026-11-01T12:00:00Z",
  date: "2026-11-01",
  integer: 1,
  bigint: 1,
  boolean: false,
  jsonb: "{}",
};
const places = foundDigests.flatMap(({ purpose, places }) =>
  places.map((place) => {
    const [table = "", column = ""] = place.split(".");
    return { purpose, table, column };
  }),
);
const tables = [...new Set(places.map(({ table }) => table))];

const digestsOf = (purpose: (typeof places)[number]["purpose"]) =>
  Array.from({ length: rowsEach }, (_, i) => keyedDigest(purpose, `value ${i}`));

/** Rows with a digest in every column; of the rest, what the table insists on. One table refers to another's digests. */
async function fill(): Promise<void> {
  await connection().begin(async (tx) => {
    await tx`set local session_replication_role = replica`;
    for (const table of tables) {
      await tx`delete from ${tx(table)}`;
      const ours = places.filter((place) => place.table === table);
      const needed = await tx<{ name: string; type: string }[]>`
        select column_name as name, data_type as type from information_schema.columns
        where table_schema = 'public' and table_name = ${table} and is_nullable = 'NO' and column_default is null
          and is_identity = 'NO'`;
      const digests = ours.map(({ purpose, column }) => [column, digestsOf(purpose)] as const);
      const rows = Array.from({ length: rowsEach }, (_, i) => {
        const others = needed.map(({ name, type }) => [name, anyValue[type] ?? `row-${String(i).padStart(4, "0")}`]);
        return Object.fromEntries([...others, ...digests.map(([column, all]) => [column, all[i]])]);
      });
      for (let at = 0; at < rows.length; at += 500) await tx`insert into ${tx(table)} ${tx(rows.slice(at, at + 500))}`;
    }
  });
}

async function stored(): Promise<Record<string, string[]>> {
  const all: Record<string, string[]> = {};
  for (const { table, column } of places) {
    const pool = connection();
    const rows = await pool<{ value: string }[]>`select ${pool(column)} as value from ${pool(table)}`;
    all[`${table}.${column}`] = rows.map(({ value }) => value).sort();
  }
  return all;
}

const asNow = () =>
  Object.fromEntries(places.map(({ purpose, table, column }) => [`${table}.${column}`, digestsOf(purpose).sort()]));

const lines: string[] = [];
const print = (line: string) => void lines.push(line);

beforeEach(async () => {
  lines.length = 0;
  useKeys(first);
  await db().delete(keyChecks);
  await checkKeys();
  await fill();
  // The sessions of this file so far are those of a service that has ended.
  await closeDatabase();
  nameSessions("keys");
});
afterEach(() => useKeys(first));

test("killed in the middle and run again, every digest is that of the same value under the new list, and no process starts meanwhile", async () => {
  useKeys(first, second);
  await expect(checkKeys(), "the data is not under it yet").rejects.toThrow(
    /^INDEX_KEY has a key .* keys:rotate -- --index/,
  );
  const killed = () => {
    if (lines.push("") === 3) throw new Error("killed");
  };
  await expect(rotateIndex({ print: killed, blocks: 4 })).rejects.toThrow("killed");
  await expect(checkKeys()).rejects.toThrow(/^INDEX_KEY is being changed/);
  useKeys(first);
  await expect(checkKeys(), "with the former list").rejects.toThrow(/^INDEX_KEY is being changed/);

  useKeys(first, second);
  expect(await rotateIndex({ print, blocks: 4 })).toBe(true);
  // More than one statement a table.
  expect(lines.length).toBeGreaterThan(3 * places.length);
  expect(lines.at(-1)).toMatch(/^Everything is under the newest key of INDEX_KEY/);
  expect(await stored()).toEqual(asNow());
  await checkKeys();
  lines.length = 0;
  expect(await checkIndex({ print })).toBe(true);
  expect(lines.filter((line) => line.endsWith(`: ${rowsEach} under 2 of 2 keys`)).length).toBe(places.length);

  const state = await storedState();
  await rotateIndex({ print });
  expect(await storedState(), "nothing is left to do").toEqual(state);
  useKeys(first);
  await expect(checkKeys()).rejects.toThrow(/^INDEX_KEY is not the one/);
  useKeys(second);
  await expect(checkKeys()).rejects.toThrow(/^INDEX_KEY is not the one/);
});

test("what was written under the former key all the same is counted, and ends the command with 1", async () => {
  useKeys(first, second);
  await rotateIndex({ print });
  const late = keyedDigests("recovery-code", "late").at(-1) ?? "";
  await db().execute(
    sql`update recovery_codes set digest = ${late} where ctid = (select min(ctid) from recovery_codes)`,
  );
  expect(await checkIndex({ print })).toBe(false);
  expect(await rotateIndex({ print })).toBe(false);
  expect(lines.at(-1)).toMatch(/^1 are not under the newest key/);
});

test("a change that was begun with a list is ended with that one", async () => {
  useKeys(first, second);
  await expect(
    rotateIndex({
      print: () => {
        throw new Error("killed");
      },
    }),
  ).rejects.toThrow("killed");
  useKeys(first, second, third);
  await expect(rotateIndex({ print })).rejects.toThrow("being changed to another list");
});

test("two keys at once are carried on in one go", async () => {
  useKeys(first, second, third);
  await rotateIndex({ print });
  expect(await stored()).toEqual(asNow());
});

test("while a process of the service is there, or with a list that is not the data's, nothing changes", async () => {
  const before = await stored();
  await closeDatabase();
  useKeys(first, second);
  const service = postgres(env().databaseUrl, { max: 1, connection: { application_name: "mfis" } });
  await service`select 1`;
  await expect(rotateIndex({ print })).rejects.toThrow("1 of mfis");
  await service.end();
  useKeys(first);
  await checkKeys();
  useKeys(second, third);
  await expect(rotateIndex({ print })).rejects.toThrow(/^INDEX_KEY is not the one/);
  expect(await stored()).toEqual(before);
});
