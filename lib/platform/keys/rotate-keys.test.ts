import { spawnSync } from "node:child_process";
import { sql } from "drizzle-orm";
import { afterEach, beforeAll, beforeEach, expect, test } from "vitest";
import { connection, db } from "@/db/client";
import { drafts } from "@/db/schema/drafts";
import { keyChecks } from "@/db/schema/operations";
import { decrypt, encrypt } from "@/lib/kernel/crypto";
import { encryptedColumns } from "@/lib/kernel/encrypted-columns";
import { env } from "@/lib/kernel/env";
import { useDatabase } from "@/test/database";
import { storedState } from "@/test/factories/snapshot";
import { checkKeys } from "./check-keys";
import { checkRotation, rotateKeys } from "./rotate-keys";

useDatabase();

const keys = { k1: Buffer.alloc(32, 1), k2: Buffer.alloc(32, 9) };

/** The settings of a process: these keys, the first in front. */
function useRing(...ids: (keyof typeof keys)[]) {
  const ring = env().encryptionKeys;
  ring.clear();
  for (const id of ids) ring.set(id, keys[id]);
}

const tables = [...new Set(encryptedColumns.map(({ table }) => table))];
const columnsOf = (table: string) => encryptedColumns.filter((one) => one.table === table);
const rowsEach = 210;
const anyValue: Record<string, string | number | boolean> = {
  "timestamp with time zone": "2026-11-01T12:00:00Z",
  integer: 1,
  bigint: 1,
  date: "2026-11-01",
  boolean: false,
  jsonb: "{}",
};
/** What may be null, but not beside something encrypted. */
const beside: Record<string, string> = { second_factors: "since" };

/** Rows with something under the first key in every encrypted column; of the rest, whatever the table insists on. */
async function fill(): Promise<void> {
  await connection().begin(async (tx) => {
    // Rows that refer to others without there being any.
    await tx`set local session_replication_role = replica`;
    for (const table of tables) {
      await tx`delete from ${tx(table)}`;
      const needed = await tx<{ name: string; type: string }[]>`
        select column_name as name, data_type as type from information_schema.columns
        where table_schema = 'public' and table_name = ${table}
          and (is_nullable = 'NO' and column_default is null or column_name = ${beside[table] ?? ""})`;
      const rows = Array.from({ length: rowsEach }, (_, i) => {
        const sealed = columnsOf(table).map(({ column, purpose }) => [column, encrypt(purpose, `${column} ${i}`)]);
        const others = needed.map(({ name, type }) => [
          name,
          anyValue[type] ?? `${table}-${String(i).padStart(4, "0")}`,
        ]);
        return Object.fromEntries([...others, ...sealed]);
      });
      await tx`insert into ${tx(table)} ${tx(rows)}`;
    }
  });
}

/** Every value, opened, by place. */
async function everything(): Promise<Record<string, string[]>> {
  const all: Record<string, string[]> = {};
  for (const { table, column, purpose } of encryptedColumns) {
    const rows = await db().execute<{ value: string }>(
      sql`select ${sql.identifier(column)} as value from ${sql.identifier(table)} order by ctid`,
    );
    all[`${table}.${column}`] = rows.map(({ value }) => decrypt(purpose, value)).sort();
  }
  return all;
}

const lines: string[] = [];
const print = (line: string) => void lines.push(line);

beforeAll(() => useRing("k1"));
beforeEach(async () => {
  lines.length = 0;
  await db().delete(keyChecks);
  await checkKeys();
  await fill();
});
afterEach(() => useRing("k1"));

test("killed in the middle and run again, with writers beside it, all is under the new key and nothing is lost", async () => {
  const before = await everything();
  useRing("k2", "k1");
  await expect(rotateKeys({ print })).rejects.toThrow("has not run with the key k2 in front yet");
  await checkKeys();

  let batches = 0;
  const killed = async () => {
    batches += 1;
    if (batches === 5) throw new Error("killed");
  };
  await expect(rotateKeys({ print, beforeWrite: killed })).rejects.toThrow("killed");
  expect(await everything()).toEqual(before);

  // One row is in use for long, and somebody writes a draft that was read and is about to be encrypted anew.
  const holder = await connection().reserve();
  await holder`begin`;
  await holder`select 1 from directors where id = 'directors-0003' for update`;
  const written = encrypt("drafts.values", "written meanwhile");
  let found = 0;
  const beforeWrite = async ({ table }: { table: string }) => {
    if (table !== "drafts" || ++found > 1) return;
    await db().execute(sql`update ${drafts} set values_encrypted = ${written} where merchant_id = 'drafts-0007'`);
  };
  const done = await rotateKeys({ print, beforeWrite });
  expect(done).toBe(false);
  expect(lines).toContain("Still under k1: 2.");
  await holder`commit`;
  holder.release();

  lines.length = 0;
  expect(await rotateKeys({ print })).toBe(true);
  expect(lines).toContain("Nothing is under k1: it may be taken out of ENCRYPTION_KEYS.");
  expect((await db().select().from(keyChecks)).map(({ name }) => name).sort()).toEqual(["INDEX_KEY", "k2"]);
  useRing("k2");
  const kept = before["drafts.values_encrypted"]?.filter((value) => value !== "values_encrypted 7") ?? [];
  expect(await everything()).toEqual({ ...before, "drafts.values_encrypted": [...kept, "written meanwhile"].sort() });
  await checkKeys();
  const state = await storedState();
  expect(await rotateKeys({ print })).toBe(true);
  expect(await storedState(), "nothing is left to do").toEqual(state);
});

test("a value that no key opens stays, and is named with its place", async () => {
  useRing("k2", "k1");
  await checkKeys();
  await db().execute(sql`update batches set payload_encrypted = 'lost.abc' where id = 'batches-0001'`);
  expect(await rotateKeys({ print })).toBe(false);
  const why = "(The encryption key lost is not configured.)";
  expect(lines).toContain(`batches.payload_encrypted: 1 cannot be opened and stay as they are ${why}`);
  expect(lines).toContain("Still under lost: 1.");
});

test("a check counts and changes nothing; the command does it on the settings of the service", async () => {
  useRing("k2", "k1");
  await checkKeys();
  const state = await storedState();
  expect(await checkRotation({ print })).toBe(false);
  expect(lines).toContain(`files.data_key_encrypted: ${rowsEach} under k1`);
  expect(await storedState()).toEqual(state);

  const ring = Object.entries(keys).reverse();
  const ENCRYPTION_KEYS = ring.map(([id, key]) => `${id}:${key.toString("base64")}`).join(",");
  const options = { env: { ...process.env, ENCRYPTION_KEYS }, encoding: "utf8" } as const;
  const { status, stdout, stderr } = spawnSync(process.execPath, ["scripts/rotate-keys.mjs"], options);
  expect({ status, stderr }).toEqual({ status: 0, stderr: "" });
  expect(stdout).toContain("submissions.record: 200 encrypted anew\n");
  expect(stdout).toMatch(/Everything that is encrypted is under k2\.\n$/);
});
