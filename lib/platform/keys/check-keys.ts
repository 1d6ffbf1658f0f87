import { db } from "@/db/client";
import { keyChecks } from "@/db/schema/operations";
import { decrypt, encrypt, keyedDigest } from "@/lib/kernel/crypto";
import { env } from "@/lib/kernel/env";

const purpose = "key_checks.value";
const index = "INDEX_KEY";

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
    name === index ? value === keyedDigest(purpose, index) : !ring.has(name) || opens(value);
  const found = await db().select().from(keyChecks).orderBy(keyChecks.name);
  const wrong = found
    .filter(({ name, value }) => !fits(name, value))
    .map(({ name }) => (name === index ? index : `ENCRYPTION_KEYS: the key ${name}`))
    .map((key) => `${key} is not the one that the data in this database was written with. Set the former one.`);
  if (wrong.length > 0) throw new WrongKeys(wrong.join("\n"));
}

function opens(value: string): boolean {
  try {
    decrypt(purpose, value);
    return true;
  } catch {
    return false;
  }
}
