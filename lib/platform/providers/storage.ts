import path from "node:path";
import { env } from "@/lib/kernel/env";
import { diskStorage, type Storage } from "./disk-storage";
import { adoptStorage, marked, proveStorage } from "./marked-storage";
import { outside } from "./outside";

/** Where documents are kept. */
export function storage(): Storage {
  return outside("storage", marked(bareStorage()));
}

/** For health, and for the start, which claims the storage the first time. @throws StorageNotOurs */
export function requireOwnStorage(): Promise<void> {
  return proveStorage(bareStorage());
}

/** For an operator who knows that the former storage is lost, or that all of it has been copied here. */
export function takeStorage(): Promise<void> {
  return adoptStorage(bareStorage());
}

function bareStorage(): Storage {
  return outside("storage", diskStorage(path.join(env().dataDir, "documents")));
}
