import { createHash } from "node:crypto";
import type { files } from "@/db/schema/files";
import { decrypt, encrypt, newStreamKey } from "@/lib/kernel/crypto";
import { openStream, SealBroken, sealedSize, sealStream, streamKeyOf, streamKeyText } from "@/lib/kernel/sealed-stream";
import type { Storage } from "@/lib/platform/providers/disk-storage";
import { storage } from "@/lib/platform/providers/storage";

type File = typeof files.$inferSelect;
export type StoredFile = Pick<File, "id" | "fileSize" | "sha256" | "storageName" | "dataKey">;

const purpose = "files.data_key";

/** With a key of their own, which is returned, encrypted: from the storage alone nothing can be read. */
export async function storeBytes(name: string, content: AsyncIterable<Uint8Array>, size: number): Promise<string> {
  const key = newStreamKey();
  await storage().put(name, sealStream(key, name, content), sealedSize(size));
  return encrypt(purpose, streamKeyText(key));
}

/** @param from where else than in the storage to look */
export async function hasBytes({ storageName, dataKey, fileSize }: StoredFile, from?: Storage): Promise<boolean> {
  if (storageName === null) return false;
  const found = await (from ?? storage()).stat(storageName);
  return found?.size === (dataKey === null ? fileSize : sealedSize(fileSize));
}

/**
 * Only the end of the stream shows that all have come: nothing may be made of the first chunks before.
 * @param from where else than in the storage to look
 * @throws SealBroken when the storage has other bytes than were stored, or none
 */
export async function* readBytes(file: StoredFile, from?: Storage): AsyncGenerator<Uint8Array> {
  const { id, storageName, dataKey, sha256 } = file;
  // Before the storage opens anything that an error would leave open.
  const key = dataKey === null ? null : streamKeyOf(decrypt(purpose, dataKey));
  const stored = storageName === null ? null : await (from ?? storage()).get(storageName);
  if (storageName === null || stored === null) throw new SealBroken(`There are no bytes of the file ${id}.`);
  const digest = createHash("sha256");
  for await (const chunk of key ? openStream(key, storageName, stored) : stored) {
    digest.update(chunk);
    yield chunk;
  }
  if (digest.digest("hex") !== sha256)
    throw new SealBroken(`The bytes of the file ${id} are not those that were sent.`);
}
