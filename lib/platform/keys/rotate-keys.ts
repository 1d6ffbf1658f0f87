import { eq, inArray } from "drizzle-orm";
import { db } from "@/db/client";
import { keyChecks } from "@/db/schema/operations";
import { takeTime } from "@/db/statement-limit";
import { encryptedColumns } from "@/lib/kernel/encrypted-columns";
import { env } from "@/lib/kernel/env";
import { requireMarks, WrongKeys } from "./check-keys";
import { countByKey, countPlain } from "./count-by-key";
import { type Rotated, rotateColumn, type Steps } from "./rotate-column";

type Print = (line: string) => void;

const mostPasses = 5;

/**
 * Encrypts everything anew that is not under the first key of the ring, while the service serves. It may be ended at any
 * moment and run again: it goes on with what is left. In the end it says which keys are used nowhere any more.
 * @param call.beforeWrite between a batch being read and written, for tests
 * @returns whether everything is under the first key.
 * @throws WrongKeys when no process of the service has started with this key in front, or a key is not the one that
 *   the data was written with
 */
export async function rotateKeys(call: { print: Print } & Pick<Steps, "beforeWrite">): Promise<boolean> {
  const { print, beforeWrite } = call;
  takeTime();
  const [first = ""] = env().encryptionKeys.keys();
  await requireStarted(first);
  // Rows in use are passed over, and processes with the former ring may still write.
  for (let changed = 1, pass = 0; changed > 0 && pass < mostPasses; pass += 1) {
    changed = 0;
    for (const column of encryptedColumns) {
      const place = `${column.table}.${column.column}`;
      const onWritten = (done: number) => print(`${place}: ${done} encrypted anew`);
      const rotated = await rotateColumn(column, first, { beforeWrite, onWritten });
      if (rotated.unreadable > 0) print(unreadable(place, rotated));
      changed += rotated.changed;
    }
  }
  return reportKeys(print);
}

/** By column and key, what is left in plain text, and which keys may go. Returns whether all is under the first. */
export async function checkRotation({ print }: { print: Print }): Promise<boolean> {
  takeTime();
  for (const { place, keyId, values } of await countByKey()) print(`${place}: ${values} under ${keyId}`);
  return reportKeys(print, { keep: true });
}

async function reportKeys(print: Print, { keep = false } = {}): Promise<boolean> {
  const [first = "", ...others] = env().encryptionKeys.keys();
  const counts = await countByKey();
  const totals = new Map<string, number>();
  for (const { keyId, values } of counts) totals.set(keyId, (totals.get(keyId) ?? 0) + values);
  for (const [keyId, values] of totals) if (keyId !== first) print(`Still under ${keyId}: ${values}.`);
  const unused = others.filter((keyId) => !totals.has(keyId));
  // A mark is there to notice a wrong key, which nothing is under any more.
  if (!keep && unused.length > 0) await db().delete(keyChecks).where(inArray(keyChecks.name, unused));
  for (const keyId of unused) print(`Nothing is under ${keyId}: it may be taken out of ENCRYPTION_KEYS.`);
  const { directors, documents } = await countPlain();
  if (directors + documents > 0) {
    print(`${directors} directors and ${documents} documents are in plain text: the service encrypts them as it runs.`);
  }
  const done = [...totals.keys()].every((keyId) => keyId === first);
  if (done) print(`Everything that is encrypted is under ${first}.`);
  return done;
}

/** A process that does not have the key could read nothing of what is under it. */
async function requireStarted(first: string): Promise<void> {
  await requireMarks();
  const marks = await db().select().from(keyChecks).where(eq(keyChecks.name, first));
  if (marks.length > 0) return;
  throw new WrongKeys(`The service has not run with the key ${first} in front yet. Start it with this ring first.`);
}

function unreadable(place: string, { unreadable: values, why }: Rotated): string {
  return `${place}: ${values} cannot be opened and stay as they are (${why})`;
}
