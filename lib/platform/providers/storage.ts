import path from "node:path";
import { env } from "@/lib/kernel/env";
import { diskStorage, type Storage } from "./disk-storage";
import {
  adoptPlace,
  believePlace,
  forgetPlace,
  type MarkedPlace,
  marked,
  markerName,
  type Place,
  provePlace,
} from "./marked-storage";
import { outside } from "./outside";
import { s3Storage } from "./s3-storage";
import { twoStorages } from "./two-storages";

export type { Place } from "./marked-storage";

/** New documents go where the settings say; all are found, also those that have not been moved there yet. */
export function storage(): Storage {
  const places = thePlaces();
  const toPut = () => believePlace(places.first, { claims: places.all });
  const toMiss = async () => {
    await toPut();
    if (places.other) await believePlace(places.other, "if used");
  };
  return outside("storage", marked(places.all, { toPut, toMiss }));
}

/** For health, and for the start, which claims the place of new documents the first time. @throws StorageNotOurs */
export async function requireOwnStorage(): Promise<void> {
  const { first, other, all } = thePlaces();
  await provePlace(first, { claims: all });
  if (other) await provePlace(other, "if used");
}

/**
 * For an operator who knows that the former storage is lost, or that all of it has been copied here. A former place that does
 * not prove itself is not looked into for missing documents any more.
 * @param instead the marker of another database, whose storage this was
 * @throws StorageNotOurs where there is another
 */
export async function takeStorage(instead?: string): Promise<void> {
  const { first, other } = thePlaces();
  await adoptPlace(first, instead);
  if (other) await provePlace(other, "if used").catch(() => forgetPlace(other.where));
}

/**
 * One of the two places alone, for who moves documents.
 * @param expected `used`: the database has claimed it, or nothing is written there
 * @throws Error without an object store
 */
export function storageIn(where: Place, expected: "used" | "if used"): Storage {
  const place = placeOf(where);
  const prove = () => believePlace(place, expected);
  return outside("storage", marked(place.storage, { toPut: prove, toMiss: prove }));
}

/** @throws StorageNotOurs */
export function requirePlace(where: Place, expected: "used" | "if used"): Promise<void> {
  return provePlace(placeOf(where), expected);
}

/** For a place in which no document is any more: it need not prove itself from now on. */
export async function leavePlace(where: Place): Promise<void> {
  await forgetPlace(where);
  await placeOf(where).storage.remove(markerName);
}

function thePlaces(): { first: MarkedPlace; other: MarkedPlace | null; all: Storage } {
  const { documentsIn, objectStore } = env();
  const first = placeOf(documentsIn);
  const other = documentsIn === "s3" ? placeOf("disk") : objectStore && placeOf("s3");
  return { first, other, all: other ? twoStorages(first.storage, other.storage) : first.storage };
}

function placeOf(where: Place): MarkedPlace {
  const { dataDir, objectStore } = env();
  if (where === "disk") return { where, storage: diskStorage(path.join(dataDir, "documents")) };
  if (!objectStore) throw new Error("No object store is configured.");
  return { where, storage: s3Storage({ ...objectStore, spool: path.join(dataDir, "outgoing") }) };
}
