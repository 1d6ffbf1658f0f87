import { z } from "zod";
import { decrypt, encrypt } from "@/lib/kernel/crypto";

export type TokenPair = { accessToken: string; refreshToken: string | null };

const purpose = "data_accesses.tokens";
const stored = z.strictObject({ accessToken: z.string(), refreshToken: z.string().nullable() });

export function sealTokens({ accessToken, refreshToken }: TokenPair): string {
  return encrypt(purpose, JSON.stringify({ accessToken, refreshToken }));
}

/** @throws Error when the key they were encrypted with is gone */
export function openTokens(sealed: string): TokenPair {
  return stored.parse(JSON.parse(decrypt(purpose, sealed)));
}
