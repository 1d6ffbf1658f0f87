import path from "node:path";
import { env } from "@/lib/kernel/env";
import { diskStorage, type Storage } from "./disk-storage";
import { adoptStorage, marked, proveStorage } from "./marked-storage";
import { outside } from "./outside";
import { s3Storage } from "./s3-storage";
import { twoStorages } from "./two-storages";

/** Where bytes of documents can be. */
export type Place = "disk" | "s3";

/** New documents go where the settings say; all are found, also those that have not been moved there yet. */
export function storage(): Storage {
  return outside("storage", marked(everyPlace()));
}

/** For health, and for the start, which claims the storage the first time. @throws StorageNotOurs */
export function requireOwnStorage(): Promise<void> {
  return proveStorage(everyPlace());
}

/** For an operator who knows that the former storage is lost, or that all of it has been copied here. */
export function takeStorage(): Promise<void> {
  return adoptStorage(everyPlace());
}

/** One of the two places alone, for who moves documents. @throws Error without an object store */
export function storageIn(where: Place): Storage {
  return outside("storage", place(where));
}

function everyPlace(): Storage {
  const { documentsIn, objectStore } = env();
  const first = place(documentsIn);
  const other = documentsIn === "s3" ? place("disk") : objectStore && place("s3");
  return other ? twoStorages(first, other) : first;
}

function place(where: Place): Storage {
  const { dataDir, objectStore } = env();
  if (where === "disk") return diskStorage(path.join(dataDir, "documents"));
  if (!objectStore) throw new Error("No object store is configured.");
  return s3Storage({ ...objectStore, spool: path.join(dataDir, "outgoing") });
}
