import { and, desc, eq, isNotNull, sql } from "drizzle-orm";
import { db } from "@/db/client";
import { whileLocked } from "@/db/lock-session";
import { locks } from "@/db/locks";
import { files } from "@/db/schema/files";
import { keyChecks } from "@/db/schema/operations";
import { second } from "@/lib/kernel/calendar";
import { randomText } from "@/lib/kernel/crypto";
import { CodedError } from "@/lib/kernel/errors";
import { processWide } from "@/lib/kernel/process-wide";
import type { Storage } from "./disk-storage";

/** The document that says whose a storage is. Those of merchants have ids for names. */
export const markerName = "marker";

/** Where the database knows the marker; no key of the ring can be called so. */
const knownAs = "document-storage";

/** How long a storage that has proved itself is believed, in milliseconds. */
const believedFor = 3 * second;

type Proof = { until: number; claiming?: Promise<string> | undefined };
const proven: Proof = processWide("storage-proven", () => ({ until: Number.NEGATIVE_INFINITY }));

/** The storage is not the one that this database's documents are in. */
class StorageNotOurs extends CodedError {
  constructor(why: string) {
    super("SERVICE_UNAVAILABLE", "Documents cannot be kept or read at the moment; try again later.", {
      retryAfterSeconds: 60,
      outside: why,
    });
  }
}

/**
 * A storage to which nothing is written, and in which nothing is missed, before it has shown the marker that this database
 * knows: a folder that is not mounted looks like an empty one, takes whatever it is given, and hides it once it is mounted.
 */
export function marked(place: Storage): Storage {
  const prove = async () => {
    if (performance.now() >= proven.until) await proveStorage(place);
  };
  const orProve = async <Found>(found: Found | null): Promise<Found | null> => {
    if (found === null) await prove();
    return found;
  };
  return {
    put: async (...given) => {
      await prove();
      return place.put(...given);
    },
    get: async (name) => orProve(await place.get(name)),
    stat: async (name) => orProve(await place.stat(name)),
    remove: async (name) => {
      await prove();
      await place.remove(name);
    },
  };
}

/** The first time, the storage gets its marker. @throws StorageNotOurs saying why */
export async function proveStorage(place: Storage): Promise<void> {
  proven.until = Number.NEGATIVE_INFINITY;
  const known = (await knownMarker()) ?? (await claimOnce(place));
  const found = await markerIn(place);
  if (found === null) {
    throw new StorageNotOurs("the storage of documents has no marker: it is empty, not mounted, or another");
  }
  if (found !== known) throw new StorageNotOurs("the storage of documents is that of another database");
  proven.until = performance.now() + believedFor;
}

/** From now on documents are in this storage, whatever it was before. Not inside a transaction. */
export async function adoptStorage(place: Storage): Promise<void> {
  const known = (await knownMarker()) ?? randomText(24);
  await putMarker(place, known);
  await db().insert(keyChecks).values({ name: knownAs, value: known }).onConflictDoNothing();
}

async function knownMarker(): Promise<string | null> {
  const [row] = await db().select().from(keyChecks).where(eq(keyChecks.name, knownAs));
  return row?.value ?? null;
}

function claimOnce(place: Storage): Promise<string> {
  proven.claiming ??= claimStorage(place).finally(() => {
    proven.claiming = undefined;
  });
  return proven.claiming;
}

/**
 * By one process at a time: the marker is in the storage before the database knows it, so that a process that is killed in
 * between leaves one that the next takes over.
 */
function claimStorage(place: Storage): Promise<string> {
  return whileLocked(locks.storage, async () => {
    const known = await knownMarker();
    if (known !== null) return known;
    await requireDocuments(place);
    const marker = (await markerIn(place)) ?? randomText(24);
    await putMarker(place, marker);
    await db().insert(keyChecks).values({ name: knownAs, value: marker });
    return marker;
  });
}

/** Live documents that a version without markers has stored must be there: one of the newest is enough. */
async function requireDocuments(place: Storage): Promise<void> {
  const newest = await db()
    .select({ name: sql<string>`${files.storageName}` })
    .from(files)
    .where(and(isNotNull(files.storageName), eq(files.environment, "live")))
    .orderBy(desc(files.id))
    .limit(5);
  if (newest.length === 0) return;
  for (const { name } of newest) if (await place.stat(name)) return;
  throw new StorageNotOurs("the storage of documents has none of the newest documents: it is not mounted, or another");
}

async function markerIn(place: Storage): Promise<string | null> {
  const content = await place.get(markerName);
  if (content === null) return null;
  const pieces: Uint8Array[] = [];
  for await (const piece of content) pieces.push(piece);
  return Buffer.concat(pieces).toString();
}

async function putMarker(place: Storage, marker: string): Promise<void> {
  const bytes = new TextEncoder().encode(marker);
  await place.put(
    markerName,
    (async function* () {
      yield bytes;
    })(),
    bytes.byteLength,
  );
}
