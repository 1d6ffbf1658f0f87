import { eq } from "drizzle-orm";
import { z } from "zod";
import { db } from "@/db/client";
import { whileLocked } from "@/db/lock-session";
import { locks } from "@/db/locks";
import { bigint, rowsOf } from "@/db/rows";
import { keyChecks } from "@/db/schema/operations";
import { nameSessions, sessionName } from "@/db/session-name";
import { takeTime } from "@/db/statement-limit";
import { env } from "@/lib/kernel/env";
import { foundDigests } from "@/lib/kernel/keys/keyed-digests";
import { carryDigests, namesOf } from "./carry-digests";
import { indexMark, requireIndexMark, WrongKeys } from "./check-keys";

type Print = (line: string) => void;

const countRow = z.strictObject({ keys: bigint, values: bigint });
const nameRow = z.strictObject({ name: z.string(), sessions: bigint });

/**
 * Brings every digest by which rows are found under the newest key of INDEX_KEY, while no process of the service runs
 * (docs/decisions/045-index-key.md). From the first row to the last no process starts; a command that was ended goes on when
 * it is run again. Returns whether everything is under the newest key.
 * @throws WrongKeys when a process runs, or the keys before the newest are not those of the data
 */
export function rotateIndex({ print, blocks }: { print: Print; blocks?: number }): Promise<boolean> {
  nameSessions("keys");
  takeTime();
  return whileLocked(locks.indexKey, async () => {
    const before = await requireIndexMark();
    if (before !== indexMark.newest()) {
      // Twice: nobody is kept from starting beside a service that runs, and whoever starts is counted or kept.
      await requireAlone();
      await setMark(`${indexMark.changing}${indexMark.newest()}`);
      await requireAlone().catch(async (error) => {
        await setMark(before);
        throw error;
      });
      for (const digests of foundDigests) await carryDigests(digests, { print, blocks });
      await setMark(indexMark.newest());
    }
    return reportIndex(print);
  });
}

/** By column, how many values have been through how many keys. Changes nothing. Returns whether all have through all. */
export async function checkIndex({ print }: { print: Print }): Promise<boolean> {
  takeTime();
  await requireIndexMark();
  return reportIndex(print);
}

async function reportIndex(print: Print): Promise<boolean> {
  const newest = env().indexKeys.length;
  let left = 0;
  for (const { places } of foundDigests) {
    for (const place of places) {
      const { table, column } = namesOf(place);
      const counts = await rowsOf(countRow)`
        select case when ${column} like '%.%' then split_part(${column}, '.', 1)::bigint else 1 end as keys,
          count(*) as values from ${table} where ${column} is not null group by 1 order by 1`;
      for (const { keys, values } of counts) {
        print(`${place}: ${values} under ${keys} of ${newest} keys`);
        if (Number(keys) !== newest) left += Number(values);
      }
    }
  }
  if (left === 0) print("Everything is under the newest key of INDEX_KEY. Every process is started with this list.");
  else print(`${left} are not under the newest key of INDEX_KEY: nothing finds them.`);
  return left === 0;
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
