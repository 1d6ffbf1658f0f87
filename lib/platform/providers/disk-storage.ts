import { mkdir, open, rename, rm, stat } from "node:fs/promises";
import path from "node:path";
import { CodedError } from "@/lib/kernel/errors";

/** Where the bytes of documents are kept. Names are made of letters, digits, `_` and `-`. */
export type Storage = {
  /** Whole or not at all; what a killed process leaves half done goes with `remove`. Returns the bytes stored. */
  put(name: string, content: AsyncIterable<Uint8Array>, maxBytes: number): Promise<number>;
  get(name: string): Promise<AsyncIterable<Uint8Array> | null>;
  /** The size in bytes; null when there is nothing under this name. */
  stat(name: string): Promise<{ size: number } | null>;
  remove(name: string): Promise<void>;
};

/** Names are ours, but this is the last check before the disk or an address: no dot, no slash. */
export function requireStorageName(name: string): void {
  if (!/^[A-Za-z0-9_-]{1,200}$/.test(name)) throw new Error("Not a name of the document storage.");
}

/** Documents as files of one directory, readable only by the service's own user. */
export function diskStorage(directory: string): Storage {
  function place(name: string): string {
    requireStorageName(name);
    return path.join(directory, name);
  }

  return {
    async put(name, content, maxBytes) {
      const target = place(name);
      await mkdir(directory, { recursive: true, mode: 0o700 });
      const temporary = partOf(target);
      let size = 0;
      try {
        const file = await open(temporary, "w", 0o600);
        try {
          for await (const chunk of content) {
            size += chunk.byteLength;
            if (size > maxBytes) throw new CodedError("BODY_TOO_LARGE", `The file may have at most ${maxBytes} bytes.`);
            await file.writeFile(chunk);
          }
          await file.sync();
        } finally {
          await file.close();
        }
        await rename(temporary, target);
      } catch (error) {
        await rm(temporary, { force: true });
        throw error;
      }
      return size;
    },

    async get(name) {
      try {
        return (await open(place(name))).createReadStream();
      } catch (error) {
        if (isMissing(error)) return null;
        throw error;
      }
    },
    async stat(name) {
      try {
        return { size: (await stat(place(name))).size };
      } catch (error) {
        if (isMissing(error)) return null;
        throw error;
      }
    },

    async remove(name) {
      const target = place(name);
      await rm(partOf(target), { force: true });
      await rm(target, { force: true });
    },
  };
}

/** Where bytes are until all have arrived: no name can lead here, since none has a dot. */
function partOf(target: string): string {
  return `${target}.part`;
}

function isMissing(error: unknown): boolean {
  return error instanceof Error && "code" in error && error.code === "ENOENT";
}
