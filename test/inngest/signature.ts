import { createHash } from "node:crypto";
import { equalInConstantTime, hmac } from "@/lib/kernel/crypto";

const prefix = /^signkey-\w+-/;

/** The signature header of a body. The body must be in canonical form: keys sorted, no blanks. */
export function signature(signingKey: string, body: string, at: Date = new Date()): string {
  const t = Math.floor(at.getTime() / 1000);
  return `t=${t}&s=${hmac(signingKey.replace(prefix, ""), body + t, "hex")}`;
}

/** Whether an answer was signed with the key. */
export function isSigned(signingKey: string, body: string, header: string | null): boolean {
  const given = new URLSearchParams(header ?? "");
  const at = new Date(Number(given.get("t")) * 1000);
  return equalInConstantTime(given.toString(), signature(signingKey, body, at));
}

/** What the SDK says to the server's API to show that it knows the key. */
export function bearerOf(signingKey: string): string {
  const [named = ""] = prefix.exec(signingKey) ?? [];
  const key = Buffer.from(signingKey.slice(named.length), "hex");
  return `Bearer ${named}${createHash("sha256").update(key).digest("hex")}`;
}

/** JSON with the keys of every object sorted, as it is signed (RFC 8785 for the values used here). */
export function canonical(value: unknown): string {
  return JSON.stringify(value, (_, part: unknown) =>
    typeof part === "object" && part !== null && !Array.isArray(part)
      ? Object.fromEntries(Object.entries(part).sort(([a], [b]) => (a < b ? -1 : 1)))
      : part,
  );
}
