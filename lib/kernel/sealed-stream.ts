import { createCipheriv, createDecipheriv } from "node:crypto";

/** Plain bytes of a piece; the last one may be shorter, and empty in an empty stream. */
const pieceBytes = 64 * 1024;
const tagBytes = 16;
const version = "1";

type Bytes = AsyncIterable<Uint8Array> | Iterable<Uint8Array>;

/** What a stream is sealed with, from `newStreamKey`: never used for a second one. */
type StreamKey = Buffer;

/** A key as text, to be encrypted and stored. It names the form of the stream, so that there can be another one day. */
export function streamKeyText(key: StreamKey): string {
  return `${version}:${key.toString("base64")}`;
}

/** @throws Error when the text is of no stream key */
export function streamKeyOf(text: string): StreamKey {
  const key = Buffer.from(text.slice(2), "base64");
  if (!text.startsWith(`${version}:`) || key.length !== 32) throw new Error("This is not the key of a stream.");
  return key;
}

/** The bytes are not those that were sealed under this name and key: altered, cut off, lengthened or another's. */
export class SealBroken extends Error {
  override readonly name = "SealBroken";
}

/** How many bytes a stream of `size` bytes has once it is sealed. */
export function sealedSize(size: number): number {
  return size + tagBytes * Math.max(1, Math.ceil(size / pieceBytes));
}

/**
 * Encrypts a stream piece by piece, in constant memory (AES-256-GCM; the nonce of a piece is its number and whether it is
 * the last, as in STREAM of Hoang, Reyhanitabar, Rogaway and Vizár).
 * @param name of the stream: under another it does not open
 */
export async function* sealStream(key: StreamKey, name: string, content: Bytes): AsyncGenerator<Buffer> {
  for await (const { bytes, number, last } of pieces(content, pieceBytes)) {
    const cipher = createCipheriv("aes-256-gcm", key, nonceOf(number, last));
    cipher.setAAD(Buffer.from(name));
    yield Buffer.concat([cipher.update(bytes), cipher.final(), cipher.getAuthTag()]);
  }
}

/**
 * Decrypts what `sealStream` made. What it yields is verified, piece by piece; that there is no more or less, only once it
 * has ended.
 * @throws SealBroken
 */
export async function* openStream(key: StreamKey, name: string, sealed: Bytes): AsyncGenerator<Buffer> {
  for await (const { bytes, number, last } of pieces(sealed, pieceBytes + tagBytes)) {
    yield opened(key, name, bytes, nonceOf(number, last));
  }
}

function opened(key: StreamKey, name: string, bytes: Buffer, nonce: Buffer): Buffer {
  if (bytes.length < tagBytes) throw new SealBroken(`What is stored as ${name} is cut off.`);
  const decipher = createDecipheriv("aes-256-gcm", key, nonce, { authTagLength: tagBytes });
  decipher.setAAD(Buffer.from(name));
  decipher.setAuthTag(bytes.subarray(-tagBytes));
  const plain = decipher.update(bytes.subarray(0, -tagBytes));
  try {
    decipher.final();
  } catch {
    throw new SealBroken(`What is stored as ${name} is not what was stored there.`);
  }
  return plain;
}

function nonceOf(number: number, last: boolean): Buffer {
  const nonce = Buffer.alloc(12);
  nonce.writeUInt32BE(number, 7);
  nonce[11] = last ? 1 : 0;
  return nonce;
}

/** Cuts a stream into pieces of one size. Their bytes are good only until the next one is asked for. */
async function* pieces(content: Bytes, size: number) {
  const piece = Buffer.alloc(size);
  let filled = 0;
  let number = 0;
  for await (const chunk of content) {
    for (let from = 0; from < chunk.byteLength; ) {
      // There is more: a full piece was not the last.
      if (filled === size) {
        yield { bytes: piece, number: number++, last: false };
        filled = 0;
      }
      const part = chunk.subarray(from, from + size - filled);
      piece.set(part, filled);
      filled += part.byteLength;
      from += part.byteLength;
    }
  }
  yield { bytes: piece.subarray(0, filled), number, last: true };
}
