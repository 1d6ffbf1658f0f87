import { hasChecksum, randomText, withChecksum } from "@/lib/kernel/crypto";

/** The prefix tells people, and scanners for leaked secrets, what they have found. */
const prefixes = { accessToken: "oat_", refreshToken: "ort_", code: "oac_", clientSecret: "ocs_" } as const;

/** A new secret of a kind: prefix, 32 random letters and digits (190 bits), a checksum of 7. Stored as its digest only. */
export function newToken(kind: keyof typeof prefixes): string {
  return withChecksum(prefixes[kind] + randomText(32));
}

/** Whether a text has the form of an access token; any other is refused without a query. */
export function isAccessToken(text: string): boolean {
  return /^oat_[0-9A-Za-z]{32}[0-9a-z]{7}$/.test(text) && hasChecksum(text);
}
