import { createHmac, hkdfSync } from "node:crypto";
import { expect, test } from "vitest";
import { carryDigest, decrypt, encrypt, keyedDigest, keyedDigests } from "./crypto";
import { env } from "./env";

test("no two values are sealed under the same initialisation vector, however many", () => {
  const sealed = Array.from({ length: 1_000 }, () => encrypt("drafts.values", "the same text"));
  const vectors = sealed.map((one) => {
    const bytes = Buffer.from(one.slice(one.indexOf(".") + 1), "base64url");
    return bytes.subarray(0, 12).toString("hex");
  });
  expect(new Set(vectors).size).toBe(sealed.length);
  expect(new Set(sealed.map((one) => decrypt("drafts.values", one)))).toEqual(new Set(["the same text"]));
});

test("what was cut off, however short, is no value", () => {
  const sealed = encrypt("drafts.values", "a text");
  const start = sealed.indexOf(".") + 1;
  for (let length = sealed.length - 1; length >= start; length--) {
    expect(() => decrypt("drafts.values", sealed.slice(0, length))).toThrow();
  }
});

const chained = (purpose: string, value: string, keys: readonly Buffer[]) =>
  keys.reduce((digest, key, at) => {
    const own = Buffer.from(hkdfSync("sha256", key, "", purpose, 32));
    const hex = createHmac("sha256", own).update(digest).digest("hex");
    return at === 0 ? hex : `${at + 1}.${hex}`;
  }, value);

test("a digest goes through each key in turn, can be carried on without the value, and begins as it was", () => {
  const [first = Buffer.alloc(0)] = env().indexKeys;
  const list = [first, Buffer.alloc(32, 11), Buffer.alloc(32, 12)];
  const all = [1, 2, 3].map((count) => chained("directors.identity", "BVN 22200000001", list.slice(0, count)));
  try {
    for (const [i, expected] of all.entries()) {
      env().indexKeys.splice(0, Infinity, ...list.slice(0, i + 1));
      expect(keyedDigest("directors.identity", "BVN 22200000001")).toBe(expected);
      expect(keyedDigests("directors.identity", "BVN 22200000001")).toEqual(all.slice(0, i + 1).reverse());
      for (const former of all.slice(0, i + 1)) expect(carryDigest("directors.identity", former)).toBe(expected);
      // What is kept nowhere is worth nothing any more once the newest key is another.
      expect(keyedDigest("session", "next-auth")).toBe(chained("session", "next-auth", list.slice(i, i + 1)));
    }
  } finally {
    env().indexKeys.splice(0, Infinity, first);
  }
});
