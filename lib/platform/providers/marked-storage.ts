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

/** Where bytes of documents can be. */
export type Place = "disk" | "s3";

/** A place, and how it is known. */
export type MarkedPlace = { where: Place; storage: Storage };

/** The document that says whose a place is. Those of merchants have ids for names. */
export const markerName = "marker";

/** Where the database knows the marker of each place that it has used; no key of the ring can be called so. */
const knownAs: Record<Place, string> = { disk: "document-storage", s3: "document-bucket" };

/** What a place is about to be known by. */
const meantAs: Record<Place, string> = { disk: "document-storage-meant", s3: "document-bucket-meant" };

const called: Record<Place, string> = { disk: "the disk", s3: "the object store" };

/** How long a place that has proved itself is believed, in milliseconds. */
const believedFor = 3 * second;

type Proof = { until: number; claiming?: Promise<string> | undefined };
const proofs: Record<Place, Proof> = processWide("storage-proven", () => ({
  disk: { until: Number.NEGATIVE_INFINITY },
  s3: { until: Number.NEGATIVE_INFINITY },
}));

/** The storage is not the one that this database's documents are in. */
export class StorageNotOurs extends CodedError {
  constructor(
    why: string,
    /** The marker of another database that is there, if one is. */
    readonly foreign: string | null = null,
  ) {
    super("SERVICE_UNAVAILABLE", "Documents cannot be kept or read at the moment; try again later.", {
      retryAfterSeconds: 60,
      outside: why,
    });
  }
}

/** Each throws StorageNotOurs. */
type Proofs = {
  /** Before bytes are written. */
  toPut: () => Promise<void>;
  /** Before something is removed, or taken to be missing. */
  toMiss: () => Promise<void>;
};

/**
 * A storage to which nothing is written, and in which nothing is missed, before it has shown the marker that this database
 * knows: a folder that is not mounted looks like an empty one, takes whatever it is given, and hides it once it is mounted.
 */
export function marked(storage: Storage, { toPut, toMiss }: Proofs): Storage {
  const orProve = async <Found>(found: Found | null): Promise<Found | null> => {
    if (found === null) await toMiss();
    return found;
  };
  return {
    put: async (...given) => {
      await toPut();
      return storage.put(...given);
    },
    get: async (name) => orProve(await storage.get(name)),
    stat: async (name) => orProve(await storage.stat(name)),
    remove: async (name) => {
      await toMiss();
      await storage.remove(name);
    },
  };
}

/**
 * `claims`: the first time, the place gets its marker, if documents that there are can be found in `among`. `used`: as one that
 * the database has claimed. `if used`: one that it never claimed holds nothing of it.
 */
export type Expected = { claims: Storage } | "used" | "if used";

/** Believed for some seconds. @throws StorageNotOurs saying why */
export async function believePlace(place: MarkedPlace, expected: Expected): Promise<void> {
  if (performance.now() >= proofs[place.where].until) await provePlace(place, expected);
}

/** By a look at the place. @throws StorageNotOurs saying why */
export async function provePlace(place: MarkedPlace, expected: Expected): Promise<void> {
  const { where, storage } = place;
  const proof = proofs[where];
  proof.until = Number.NEGATIVE_INFINITY;
  let known = await knownMarker(where);
  if (known === null && expected === "if used") return;
  if (known === null && expected === "used") {
    throw new StorageNotOurs(`${called[where]} has not been taken into use: start the service with it first`);
  }
  known ??= typeof expected === "object" ? await claimOnce(place, expected.claims) : "";
  const found = await markerIn(storage);
  if (found === null) {
    throw new StorageNotOurs(`${called[where]} for documents has no marker: it is empty, not mounted, or another`);
  }
  if (found !== known) throw ofAnother(where, found);
  proof.until = performance.now() + believedFor;
}

/**
 * From now on documents are in this place, whatever was before. Not inside a transaction.
 * @param instead the marker of another database, which is then refused there; without it, the place must have none
 * @throws StorageNotOurs for a place with another marker
 */
export async function adoptPlace({ where, storage }: MarkedPlace, instead?: string): Promise<void> {
  const known = (await knownMarker(where)) ?? randomText(24);
  const found = await markerIn(storage);
  if (found !== null && found !== known && found !== instead) throw ofAnother(where, found);
  await putMarker(storage, known);
  await db().insert(keyChecks).values({ name: knownAs[where], value: known }).onConflictDoNothing();
}

/** No documents are in this place any more: it need not show anything. */
export async function forgetPlace(where: Place): Promise<void> {
  await db().delete(keyChecks).where(eq(keyChecks.name, knownAs[where]));
}

const knownMarker = (where: Place) => noteCalled(knownAs[where]);

async function noteCalled(name: string): Promise<string | null> {
  const [row] = await db().select().from(keyChecks).where(eq(keyChecks.name, name));
  return row?.value ?? null;
}

const ofAnother = (where: Place, found: string) =>
  new StorageNotOurs(`${called[where]} for documents is that of another database`, found);

function claimOnce(place: MarkedPlace, among: Storage): Promise<string> {
  const proof = proofs[place.where];
  proof.claiming ??= claimPlace(place, among).finally(() => {
    proof.claiming = undefined;
  });
  return proof.claiming;
}

/**
 * By one process at a time. The database notes which marker it means to give before the storage has it, so that a process that
 * is killed in between leaves one that the next goes on with, and that of another database is never taken over.
 */
function claimPlace({ where, storage }: MarkedPlace, among: Storage): Promise<string> {
  return whileLocked(locks.storage, async () => {
    const known = await knownMarker(where);
    if (known !== null) return known;
    await requireDocuments(among);
    const noted = { name: meantAs[where], value: (await noteCalled(meantAs[where])) ?? randomText(24) };
    await db().insert(keyChecks).values(noted).onConflictDoNothing();
    const found = await markerIn(storage);
    if (found !== null && found !== noted.value) throw ofAnother(where, found);
    await putMarker(storage, noted.value);
    await db().update(keyChecks).set({ name: knownAs[where] }).where(eq(keyChecks.name, noted.name));
    return noted.value;
  });
}

/** Live documents that a version without markers has stored must be there: one of the newest is enough. */
async function requireDocuments(among: Storage): Promise<void> {
  const newest = await db()
    .select({ name: sql<string>`${files.storageName}` })
    .from(files)
    .where(and(isNotNull(files.storageName), eq(files.environment, "live")))
    .orderBy(desc(files.id))
    .limit(5);
  if (newest.length === 0) return;
  for (const { name } of newest) if (await among.stat(name)) return;
  throw new StorageNotOurs("the storage of documents has none of the newest documents: it is not mounted, or another");
}

async function markerIn(storage: Storage): Promise<string | null> {
  const content = await storage.get(markerName);
  if (content === null) return null;
  const pieces: Uint8Array[] = [];
  for await (const piece of content) pieces.push(piece);
  return Buffer.concat(pieces).toString();
}

async function putMarker(storage: Storage, marker: string): Promise<void> {
  const bytes = new TextEncoder().encode(marker);
  await storage.put(
    markerName,
    (async function* () {
      yield bytes;
    })(),
    bytes.byteLength,
  );
}
