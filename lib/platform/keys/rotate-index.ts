import { eq, sql } from "drizzle-orm";
import { z } from "zod";
import { db } from "@/db/client";
import { whileLocked } from "@/db/lock-session";
import { locks } from "@/db/locks";
import { bigint, rowsOf } from "@/db/rows";
import { keyChecks } from "@/db/schema/operations";
import { nameSessions, sessionName } from "@/db/session-name";
import { takeTime } from "@/db/statement-limit";
import { carryDigest } from "@/lib/kernel/crypto";
import { env } from "@/lib/kernel/env";
import { type FoundDigests, foundDigests } from "@/lib/kernel/keys/keyed-digests";
import { indexMark, requireIndexMark, WrongKeys } from "./check-keys";

type Print = (line: string) => void;

/** Digests of one statement. */
const batch = 2_000;

const countRow = z.strictObject({ keys: bigint, values: bigint });
const digestRow = z.strictObject({ digest: z.string() });
const nameRow = z.strictObject({ name: z.string(), sessions: bigint });

/**
 * Brings every digest by which rows are found under the newest key of INDEX_KEY, while no process of the service runs
 * (docs/decisions/045-index-key.md). From the first row to the last no process starts; a command that was ended goes on when
 * it is run again. @throws WrongKeys when a process runs, or the keys before the newest are not those of the data
 */
export function rotateIndex({ print }: { print: Print }): Promise<void> {
  nameSessions("keys");
  takeTime();
  return whileLocked(locks.indexKey, async () => {
    const before = await requireIndexMark();
    if (before === indexMark.newest()) return print("Everything is under the newest key of INDEX_KEY.");
    // First, so that no process starts from here on; then it counts who has started before.
    await setMark(`${indexMark.changing}${indexMark.newest()}`);
    await requireAlone().catch(async (error) => {
      await setMark(before);
      throw error;
    });
    for (const digests of foundDigests) await carryOn(digests, print);
    await setMark(indexMark.newest());
    print("Everything is under the newest key of INDEX_KEY. The service may be started, with the same list.");
  });
}

/** By column, how many values have been through how many keys. Changes nothing. */
export async function checkIndex({ print }: { print: Print }): Promise<void> {
  takeTime();
  for (const { places } of foundDigests) {
    for (const place of places) {
      const { table, column } = namesOf(place);
      const counts = await rowsOf(countRow)`
        select case when ${column} like '%.%' then split_part(${column}, '.', 1)::bigint else 1 end as keys,
          count(*) as values from ${table} where ${column} is not null group by 1 order by 1`;
      for (const { keys, values } of counts)
        print(`${place}: ${values} under ${keys} of ${env().indexKeys.length} keys`);
    }
  }
}

/** One statement for all columns of a purpose: some refer to others, which PostgreSQL looks at in the end. */
async function carryOn({ purpose, places }: FoundDigests, print: Print): Promise<void> {
  const columns = places.map((place) => ({ place, ...namesOf(place) }));
  const newest = env().indexKeys.length;
  const left = sql.join(
    columns.map(
      ({ table, column }) =>
        sql`(select ${column} as digest from ${table} where not starts_with(${column}, ${`${newest}.`}) limit ${batch})`,
    ),
    sql` union `,
  );
  for (let done = 0; ; ) {
    const found = await rowsOf(digestRow)`select digest from (${left}) found limit ${batch}`;
    if (found.length === 0) return;
    const former = found.map(({ digest }) => digest);
    const carried = former.map((digest) => carryDigest(purpose, digest));
    const updates = columns.map(
      ({ table, column, part }) => sql`${part} as (
        update ${table} set ${column} = given.carried from given where ${column} = given.former returning 1)`,
    );
    await db().execute(sql`
      with given as (select * from unnest(${sql.param(former)}::text[], ${sql.param(carried)}::text[]) g(former, carried)),
      ${sql.join(updates, sql`, `)} select 1`);
    done += found.length;
    print(`${purpose}: ${done} carried on`);
  }
}

function namesOf(place: FoundDigests["places"][number]) {
  const [table = "", column = ""] = place.split(".");
  return { table: sql.identifier(table), column: sql.identifier(column), part: sql.identifier(`in_${table}`) };
}

async function setMark(value: string): Promise<void> {
  await db().update(keyChecks).set({ value }).where(eq(keyChecks.name, indexMark.name));
}

/** What a process writes beside this would be under the former key. */
async function requireAlone(): Promise<void> {
  const others = await rowsOf(nameRow)`
    select application_name as name, count(*) as sessions from pg_stat_activity
    where datname = current_database() and application_name like 'mfis%' and application_name <> ${sessionName()}
    group by 1 order by 1`;
  if (others.length === 0) return;
  const sessions = others.map(({ name, sessions }) => `${sessions} of ${name}`).join(", ");
  throw new WrongKeys(`The service still has sessions in this database (${sessions}). Stop all its processes first.`);
}
