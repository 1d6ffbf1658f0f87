import { createHash, type Hash } from "node:crypto";
import { type FileHandle, mkdir, open, rm } from "node:fs/promises";
import path from "node:path";
import { randomText } from "@/lib/kernel/crypto";
import { CodedError } from "@/lib/kernel/errors";

/** Bytes that are all here, to be sent as often as it takes. */
export type Spooled = {
  size: number;
  /** MD5 in base64, as in `Content-MD5`: against accidents on the way. */
  md5: string;
  /** From the first byte on, each time. */
  read(): AsyncIterable<Uint8Array>;
  close(): Promise<void>;
};

/**
 * Takes in a stream before any of it is sent: who sends slowly holds no connection of ours, and what fails can be sent again.
 * The file has no name from the moment it is open, so a killed process leaves nothing.
 */
export async function spool(directory: string, content: AsyncIterable<Uint8Array>, maxBytes: number): Promise<Spooled> {
  await mkdir(directory, { recursive: true, mode: 0o700 });
  const place = path.join(directory, randomText(16));
  const file = await open(place, "wx+", 0o600);
  try {
    await rm(place);
    const md5 = createHash("md5");
    const size = await take(file, content, maxBytes, md5);
    const read = () => file.createReadStream({ start: 0, autoClose: false });
    return { size, md5: md5.digest("base64"), read, close: () => file.close() };
  } catch (error) {
    await file.close();
    throw error;
  }
}

async function take(file: FileHandle, content: AsyncIterable<Uint8Array>, maxBytes: number, digest: Hash) {
  let size = 0;
  for await (const chunk of content) {
    size += chunk.byteLength;
    if (size > maxBytes) throw new CodedError("BODY_TOO_LARGE", `The file may have at most ${maxBytes} bytes.`);
    digest.update(chunk);
    await file.writeFile(chunk);
  }
  return size;
}
