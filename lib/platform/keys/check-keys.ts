import { eq } from "drizzle-orm";
import { db } from "@/db/client";
import { keyChecks } from "@/db/schema/operations";
import { decrypt, encrypt, keyedDigest, keyedDigests } from "@/lib/kernel/crypto";
import { env } from "@/lib/kernel/env";

const purpose = "key_checks.value";
const index = "INDEX_KEY";

/** What the database knows of INDEX_KEY. */
export const indexMark = {
  name: index,
  newest: () => keyedDigest(purpose, index),
  /** Before the mark that will be, from the first digest that is carried on to the last. */
  changing: "changing ",
};

const command = "npm run keys:rotate -- --index";

/** The mark itself. @throws WrongKeys where the data is under no part of the list, or between two others */
export async function requireIndexMark(): Promise<string> {
  const [{ value } = { value: "" }] = await db().select().from(keyChecks).where(eq(keyChecks.name, index));
  const fits = [`${indexMark.changing}${indexMark.newest()}`, ...keyedDigests(purpose, index)].includes(value);
  if (fits) return value;
  if (value.startsWith(indexMark.changing))
    throw new WrongKeys("INDEX_KEY is being changed to another list. Set that one.");
  throw new WrongKeys(value ? notOurs(index) : "No process of the service has started on this database yet.");
}

/**
 * Checks that the keys are those this database's data was written with. The first start with a key stores a mark of it;
 * keys that have left the ring are not checked.
 * @throws WrongKeys with one line per key that does not match its mark.
 */
export async function checkKeys(): Promise<void> {
  const ring = env().encryptionKeys;
  const [first = ""] = ring.keys();
  const marks = [
    { name: index, value: keyedDigest(purpose, index) },
    { name: first, value: encrypt(purpose, first) },
  ];
  await db().insert(keyChecks).values(marks).onConflictDoNothing();
  await requireMarks();
}

/** The keys of the settings are not those of the data: for whoever started the process. */
export class WrongKeys extends Error {
  override readonly name = "WrongKeys";
}

/** Checks the marks that starts have left. @throws WrongKeys with one line per key that does not match its mark. */
export async function requireMarks(): Promise<void> {
  const ring = env().encryptionKeys;
  const fits = (name: string, value: string) =>
    name === index ? value === indexMark.newest() : !ring.has(name) || opens(value);
  const found = await db().select().from(keyChecks).orderBy(keyChecks.name);
  const wrong = found
    .filter(({ name, value }) => !fits(name, value))
    .map(({ name, value }) => (name === index ? indexProblem(value) : notOurs(`ENCRYPTION_KEYS: the key ${name}`)));
  if (wrong.length > 0) throw new WrongKeys(wrong.join("\n"));
}

const notOurs = (key: string) =>
  `${key} is not the one that the data in this database was written with. Set the former one.`;

function indexProblem(value: string): string {
  if (value.startsWith(indexMark.changing)) return `INDEX_KEY is being changed. Run ${command} to its end first.`;
  if (!keyedDigests(purpose, index).includes(value)) return notOurs(index);
  return `INDEX_KEY has a key that the data is not under yet. Run ${command} first, while no process of the service runs.`;
}

function opens(value: string): boolean {
  try {
    decrypt(purpose, value);
    return true;
  } catch {
    return false;
  }
}
