import { and, eq } from "drizzle-orm";
import { db } from "@/db/client";
import { files } from "@/db/schema/files";
import { SealBroken, sealedSize } from "@/lib/kernel/sealed-stream";
import type { Storage } from "@/lib/platform/providers/disk-storage";
import { hasBytes, readBytes, type StoredFile } from "./stored-bytes";

/** The place that a document leaves, and the one it goes to. */
export type Way = { from: Storage; to: Storage };

/** An encrypted document, by the name that its bytes have in both places. */
export type Moving = StoredFile & { storageName: string };

export type Moved =
  | "copied"
  /** It was there already. */
  | "there"
  /** The service has removed or replaced it meanwhile. */
  | "gone"
  /** It is in neither place. */
  | "missing"
  /** What is at the old place, or what came of it at the new one, is not what was stored. */
  | "broken";

class SourceGone extends Error {}

/**
 * Copies the encrypted bytes as they are, and reads the copy to its end before it counts, also one that is there: whoever made
 * it may have been killed before he read it. The old one stays.
 */
export async function copyDocument(file: Moving, { from, to }: Way): Promise<Moved> {
  if (await hasBytes(file, to)) {
    if (await isWhole(file, to)) return "there";
    if (!(await isWhole(file, from))) return (await isCurrent(file)) ? "broken" : "gone";
  } else if ((await from.stat(file.storageName)) === null) {
    // Another who copies may have been quicker.
    if (await hasBytes(file, to)) return (await isWhole(file, to)) ? "there" : "broken";
    return (await isCurrent(file)) ? "missing" : "gone";
  }
  try {
    await to.put(file.storageName, bytesOf(file, from), sealedSize(file.fileSize));
  } catch (error) {
    if (error instanceof SourceGone && !(await isCurrent(file))) return "gone";
    throw error;
  }
  const whole = await isWhole(file, to);
  const current = await isCurrent(file);
  if (whole && current) return "copied";
  // Also what was removed while it was copied: nobody would remove it again. The last copy of one that is wanted stays.
  if (!current || (await from.stat(file.storageName))) await to.remove(file.storageName);
  return current ? "broken" : "gone";
}

/** Opened only when they are asked for: who never asks would leave them open. */
async function* bytesOf({ storageName }: Moving, from: Storage): AsyncGenerator<Uint8Array> {
  const content = await from.get(storageName);
  // Without an error, nothing would be stored in the place of what another who copies has put there.
  if (content === null) throw new SourceGone("its former copy was removed meanwhile");
  yield* content;
}

/** Removes the old copy, once the new one has been read to its end again. */
export async function removeOldCopy(file: Moving, { from, to }: Way): Promise<Moved> {
  if (await isWhole(file, to)) {
    await from.remove(file.storageName);
    return "there";
  }
  if (!(await isCurrent(file))) return "gone";
  return (await hasBytes(file, to)) ? "broken" : "missing";
}

/** Whether what is there opens, and is what was sent. */
async function isWhole(file: Moving, place: Storage): Promise<boolean> {
  try {
    for await (const _ of readBytes(file, place));
    return true;
  } catch (error) {
    if (error instanceof SealBroken) return false;
    throw error;
  }
}

async function isCurrent({ id, storageName }: Moving): Promise<boolean> {
  const same = and(eq(files.id, id), eq(files.storageName, storageName));
  return (await db().select({ id: files.id }).from(files).where(same)).length > 0;
}
