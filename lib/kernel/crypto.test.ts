import { expect, test } from "vitest";
import { decrypt, encrypt } from "./crypto";

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
