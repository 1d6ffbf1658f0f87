import path from "node:path";
import { env } from "@/lib/env";
import { diskStorage } from "./disk-storage";
import { outside } from "./outside";

/** Where the bytes of documents are kept. Names are ours, made of letters, digits, `_` and `-`. */
export type Storage = {
  /**
   * Stores a stream under a name, whole or not at all: when it fails, or `content` throws, nothing is there. What a killed
   * process left half done goes with `remove`.
   * @returns how many bytes were stored.
   * @throws CodedError BODY_TOO_LARGE as soon as there are more than `maxBytes`
   */
  put(name: string, content: AsyncIterable<Uint8Array>, maxBytes: number): Promise<number>;
  /** The size in bytes, or null when there is nothing under this name. */
  stat(name: string): Promise<{ size: number } | null>;
  /** Removes the bytes; nothing under this name is fine. */
  remove(name: string): Promise<void>;
};

/** The storage of this process: the data directory. */
export function storage(): Storage {
  return outside("storage", diskStorage(path.join(env().dataDir, "documents")));
}
