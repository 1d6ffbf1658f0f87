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
import type { DigestPurpose } from "./keys/keyed-digests";

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

const derived = new Map<string, Buffer>();

/** A keyed digest that finds equal values without storing them (blind index, request fingerprint). Hex. */
export function keyedDigest(purpose: DigestPurpose, value: string | Uint8Array): string {
  return keyedHash(purpose).update(value).digest("hex");
}

/** The same for a value that is given piece by piece. */
export function keyedHash(purpose: DigestPurpose): Hmac {
  let key = derived.get(purpose);
  if (!key) {
    key = Buffer.from(hkdfSync("sha256", env().indexKey, "", purpose, 32));
    derived.set(purpose, key);
  }
  return createHmac("sha256", key);
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
