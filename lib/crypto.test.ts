import { expect, test } from "vitest";
import { decrypt, encrypt } from "./crypto";

test("no two values are sealed under the same initialisation vector, however many", () => {
  const sealed = Array.from({ length: 1_000 }, () => encrypt("a purpose", "the same text"));
  const vectors = sealed.map((one) => {
    const bytes = Buffer.from(one.slice(one.indexOf(".") + 1), "base64url");
    return bytes.subarray(0, 12).toString("hex");
  });
  expect(new Set(vectors).size).toBe(sealed.length);
  expect(new Set(sealed.map((one) => decrypt("a purpose", one)))).toEqual(new Set(["the same text"]));
});
