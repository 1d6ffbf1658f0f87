import {
  createCipheriv,
  createDecipheriv,
  createHmac,
  type Hmac,
  hash,
  hkdfSync,
  randomBytes,
  timingSafeEqual,
} from "node:crypto";
import { crc32 } from "node:zlib";
import type { Purpose } from "./encrypted-columns";
import { env } from "./env";
import { type DigestPurpose, isMade } from "./keys/keyed-digests";

/** With AES-256-GCM under the ring's first key. `purpose`: table and column; a copy in another does not decrypt. */
export function encrypt(purpose: Purpose, plain: string): string {
  const [first] = env().encryptionKeys;
  if (!first) throw new Error("No encryption key is configured.");
  const [keyId, key] = first;
  const iv = newIv();
  const cipher = createCipheriv("aes-256-gcm", key, iv);
  cipher.setAAD(Buffer.from(purpose));
  const sealed = Buffer.concat([iv, cipher.update(plain, "utf8"), cipher.final(), cipher.getAuthTag()]);
  return `${keyId}.${sealed.toString("base64url")}`;
}

const ivBytes = 12;
let ivs = Buffer.alloc(0);

/** Random and used once. Drawn a few hundred at a time, because a batch seals a thousand records. */
function newIv(): Buffer {
  if (ivs.length === 0) ivs = randomBytes(ivBytes * 256);
  const iv = ivs.subarray(0, ivBytes);
  ivs = ivs.subarray(ivBytes);
  return iv;
}

/** Throws when the key has left the ring, or the value was altered or sealed for another purpose. */
export function decrypt(purpose: Purpose, sealed: string): string {
  const dot = sealed.indexOf(".");
  const keyId = sealed.slice(0, dot);
  const key = env().encryptionKeys.get(keyId);
  if (!key) throw new Error(`The encryption key ${keyId} is not configured.`);
  const bytes = Buffer.from(sealed.slice(dot + 1), "base64url");
  // Without a fixed tag length, a truncated value would be accepted as one with a shorter tag.
  const decipher = createDecipheriv("aes-256-gcm", key, bytes.subarray(0, 12), { authTagLength: 16 });
  decipher.setAAD(Buffer.from(purpose));
  decipher.setAuthTag(bytes.subarray(-16));
  return Buffer.concat([decipher.update(bytes.subarray(12, -16)), decipher.final()]).toString("utf8");
}

/** A key of its own for one stream of bytes; see `sealStream`. */
export function newStreamKey(): Buffer {
  return randomBytes(32);
}

/**
 * A keyed digest that finds equal values without storing them (blind index, request fingerprint): under the first key of
 * INDEX_KEY, and that digest under each further one (docs/decisions/045-index-key.md). What is made and stored nowhere is under
 * the newest key alone. Hex, after how many keys it has been through where that is more than one (`2.`).
 */
export function keyedDigest(purpose: DigestPurpose, value: string | Uint8Array): string {
  return keyedDigests(purpose, value)[0] ?? "";
}

/** The same value's digest as it is now, and as it was before each change of INDEX_KEY, the newest first. */
export function keyedDigests(purpose: DigestPurpose, value: string | Uint8Array): string[] {
  if (!isMade(purpose)) return keyedHash(purpose).update(value).digests();
  return env()
    .indexKeys.map((key) => createHmac("sha256", derive(key, purpose)).update(value).digest("hex"))
    .reverse();
}

/** The same for a value that is given piece by piece. */
export function keyedHash(purpose: DigestPurpose): KeyedHash {
  return new KeyedHash(purpose, env().indexKeys);
}

class KeyedHash {
  readonly #first: Hmac;
  readonly #purpose: DigestPurpose;
  readonly #further: readonly Buffer[];

  constructor(purpose: DigestPurpose, [first, ...further]: readonly Buffer[]) {
    if (!first) throw new Error("No index key is configured.");
    this.#first = createHmac("sha256", derive(first, purpose));
    this.#purpose = purpose;
    this.#further = further;
  }

  update(value: string | Uint8Array): this {
    this.#first.update(value);
    return this;
  }

  /** The newest first. */
  digests(): string[] {
    const all = [this.#first.digest("hex")];
    for (const key of this.#further) all.unshift(carryOn(key, this.#purpose, all[0] ?? ""));
    return all;
  }
}

/** A stored digest under the keys that have come since. @throws Error when it has been through more than there are */
export function carryDigest(purpose: DigestPurpose, stored: string): string {
  if (keysBehind(stored) > env().indexKeys.length)
    throw new Error("A digest has been through more keys than INDEX_KEY has.");
  return env()
    .indexKeys.slice(keysBehind(stored))
    .reduce((digest, key) => carryOn(key, purpose, digest), stored);
}

const keysBehind = (digest: string) => (digest.includes(".") ? Number.parseInt(digest, 10) : 1);

function carryOn(key: Buffer, purpose: DigestPurpose, digest: string): string {
  return `${keysBehind(digest) + 1}.${createHmac("sha256", derive(key, purpose)).update(digest).digest("hex")}`;
}

const derived = new WeakMap<Buffer, Map<DigestPurpose, Buffer>>();

function derive(key: Buffer, purpose: DigestPurpose): Buffer {
  const known = derived.get(key) ?? new Map<DigestPurpose, Buffer>();
  derived.set(key, known);
  const bytes = known.get(purpose) ?? Buffer.from(hkdfSync("sha256", key, "", purpose, 32));
  known.set(purpose, bytes);
  return bytes;
}

/** The digest under which high-entropy secrets (keys, tokens) are stored. Hex. */
export function sha256(value: string | Uint8Array): string {
  return hash("sha256", value, "hex");
}

export function hmac(key: string | Uint8Array, value: string, encoding: "hex" | "base64"): string {
  return createHmac("sha256", key).update(value).digest(encoding);
}

/** Takes time that depends on the lengths alone. */
export function equalInConstantTime(a: string, b: string): boolean {
  const left = Buffer.from(a);
  const right = Buffer.from(b);
  return left.length === right.length && timingSafeEqual(left, right);
}

const base62 = "0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz";

/** Random letters and digits, about 5.95 bits each. */
export function randomText(length: number): string {
  let text = "";
  while (text.length < length) {
    for (const byte of randomBytes(length)) {
      // 248 is the largest multiple of 62 in a byte: anything above would favour the first letters.
      if (byte < 248 && text.length < length) text += base62[byte % 62];
    }
  }
  return text;
}

/** A webhook secret: `whsec_` and 32 random bytes in base64 (the Standard Webhooks form). */
export function newWebhookSecret(): string {
  return `whsec_${randomBytes(32).toString("base64")}`;
}

/** Appends a seven-character checksum, so that a mistyped text is detected without a database query. */
export function withChecksum(body: string): string {
  return body + checksum(body);
}

export function hasChecksum(text: string): boolean {
  return checksum(text.slice(0, -7)) === text.slice(-7);
}

function checksum(body: string): string {
  return crc32(body).toString(36).padStart(7, "0");
}
