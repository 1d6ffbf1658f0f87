import { and, eq, isNotNull, isNull, lte, or, sql } from "drizzle-orm";
import { db } from "@/db/client";
import { dataAccesses } from "@/db/schema/data-access";
import { later, minute, second } from "@/lib/kernel/calendar";
import type { RealTime } from "@/lib/kernel/time";
import type { Source } from "./find-source";
import { discoverServer, type Granted, refreshTokens } from "./oauth-server";
import { openTokens, sealTokens, type TokenPair } from "./stored-tokens";
import { UpstreamError } from "./upstream-error";

export type Access = typeof dataAccesses.$inferSelect;

/** Tokens are exchanged so long before they expire. */
const margin = minute;

/** Longer than the exchange may take: two questions of ten seconds each. */
export const exchangeLease = 30 * second;

/** Another worker is exchanging these tokens: a refresh token used twice would end the permission. */
export class TokensInUse extends Error {}

/** Tokens that can be used now, exchanged before if need be. @throws UpstreamError, TokensInUse */
export async function freshTokens(access: Access, source: Source, realNow: RealTime): Promise<TokenPair> {
  const tokens = tokensOf(access);
  const { tokenExpiresAt } = access;
  if (!tokenExpiresAt || later(realNow, margin) < tokenExpiresAt) return tokens;
  if (tokens.refreshToken) return exchangeTokens(access, source, realNow);
  if (realNow < tokenExpiresAt) return tokens;
  throw new UpstreamError("ACCESS_REVOKED", "the access token has expired, and there is no refresh token");
}

/**
 * Exchanges the refresh token for new tokens, in one worker at a time. They are stored even when the permission has been
 * withdrawn meanwhile, so that these are the ones given back.
 * @throws UpstreamError, TokensInUse
 */
export async function exchangeTokens(access: Access, source: Source, realNow: RealTime): Promise<TokenPair> {
  const { refreshToken } = tokensOf(access);
  if (!refreshToken) throw new UpstreamError("ACCESS_REVOKED", "there is no refresh token");
  const unchanged = and(
    eq(dataAccesses.id, access.id),
    eq(dataAccesses.tokenRevision, access.tokenRevision),
    isNotNull(dataAccesses.tokens),
  );
  const free = or(isNull(dataAccesses.exchangingUntil), lte(dataAccesses.exchangingUntil, realNow));
  const [taken] = await db()
    .update(dataAccesses)
    .set({ exchangingUntil: later(realNow, exchangeLease) })
    .where(and(unchanged, free))
    .returning({ id: dataAccesses.id });
  if (!taken) throw new TokensInUse();
  const ended = { exchangingUntil: null };
  try {
    const server = await discoverServer(source.tenant, access.issuer);
    const tokens = await refreshTokens(source, server, refreshToken);
    await db()
      .update(dataAccesses)
      .set({ ...ended, ...sealed(tokens, realNow), tokenRevision: sql`${dataAccesses.tokenRevision} + 1` })
      .where(unchanged);
    return tokens;
  } catch (error) {
    await db().update(dataAccesses).set(ended).where(unchanged);
    throw error;
  }
}

/** Longest that a token is believed to live, whatever its server says. */
const longestLife = 365 * 24 * 60 * minute;

/** Tokens as they are stored. */
export function sealed(tokens: Granted, realNow: RealTime) {
  const { expiresIn } = tokens;
  const life = expiresIn === null ? null : Math.min(expiresIn * second, longestLife);
  return { tokens: sealTokens(tokens), tokenExpiresAt: life === null ? null : later(realNow, life) };
}

function tokensOf({ id, tokens }: Access): TokenPair {
  if (!tokens) throw new Error(`The access ${id} has no tokens.`);
  return openTokens(tokens);
}
