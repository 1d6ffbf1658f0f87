import { errors, jwtVerify, SignJWT } from "jose";
import { z } from "zod";
import { environments } from "./actor";
import { randomText } from "./crypto";
import { env } from "./env";
import { CodedError } from "./errors";
import type { RealTime } from "./time";
import { text } from "./validation";

/** A kind of bearer token that we sign ourselves: a short-lived JWT that names its holder, for one audience. */
export type TokenKind<Claims extends z.ZodObject = z.ZodObject> = {
  /** Keeps the kinds apart, although all are signed with one key. */
  audience: string;
  seconds: number;
  /** Besides the subject. */
  claims: Claims;
  refusals: { expired: string; other: string };
};

/** For a merchant in the hosted journey (docs/embedding.md#token): the subject is the merchant. */
export const embedTokens = {
  audience: "service:embed",
  seconds: 15 * 60,
  claims: z.object({ marketplaceId: text(255), environment: z.enum(environments) }),
  refusals: {
    expired: "The embed token has expired. Mint a fresh one: it is good for 15 minutes.",
    other: "That is no embed token of this service.",
  },
} satisfies TokenKind;

/** The subject is the user. Role and epoch are looked up on every call; without an epoch it is the first. */
export const dashboardTokens = {
  audience: "service:dashboard",
  seconds: 60 * 60,
  claims: z.object({ epoch: z.int().default(0) }),
  refusals: {
    expired: "The token has expired. Log in again: it is good for an hour.",
    other: "That is no dashboard token. The dashboard's operations take the one that its login answers.",
  },
} satisfies TokenKind;

/**
 * For merchants' accounts (docs/merchant-accounts.md): the subject is the user. The session is looked up on every call, so
 * that one that has ended ends its tokens; null: the browser's cookie is from before there were sessions, and the epoch alone
 * ends it.
 */
export const accountTokens = {
  audience: "service:account",
  seconds: 15 * 60,
  claims: z.object({ epoch: z.int(), session: text(255).nullable() }),
  refusals: {
    expired: "The access token has expired. Refresh it: it is good for 15 minutes.",
    other: "That is no access token of a merchant's account. Log in at POST /api/merchants/auth/login.",
  },
} satisfies TokenKind;

/** For staff of the service: the subject is the user, whose role and epoch are looked up on every call. */
export const operatorTokens = {
  audience: "service:ops",
  seconds: 60 * 60,
  claims: z.object({ epoch: z.int() }),
  refusals: {
    expired: "The token has expired. Log in again: it is good for an hour.",
    other: "That is no token of an operator. Log in at POST /api/ops/login.",
  },
} satisfies TokenKind;

/** The only algorithm accepted: a token must not choose its own. */
const algorithm = "HS256";

const ownClaims = z.object({ sub: text(255), jti: text(255) });

/** @param realNow real time: a moved sandbox clock must not stretch a token. */
export function mintToken<Claims extends z.ZodObject>(
  kind: TokenKind<Claims>,
  subject: string,
  claims: z.output<Claims>,
  realNow: RealTime,
): Promise<string> {
  const issuedAt = Math.floor(realNow.getTime() / 1000);
  return new SignJWT(claims)
    .setProtectedHeader({ alg: algorithm, typ: "JWT" })
    .setIssuer(env().baseUrl)
    .setAudience(kind.audience)
    .setSubject(subject)
    .setIssuedAt(issuedAt)
    .setExpirationTime(issuedAt + kind.seconds)
    .setJti(randomText(22))
    .sign(env().tokenKey);
}

/** Signed by us with this algorithm for its audience, and not expired in real time: to the second, by this clock. */
export async function verifyToken<Claims extends z.ZodObject>(
  kind: TokenKind<Claims>,
  token: string,
  realNow: RealTime,
): Promise<{ subject: string; id: string; claims: z.output<Claims> }> {
  try {
    const { payload } = await jwtVerify(token, env().tokenKey, {
      algorithms: [algorithm],
      issuer: env().baseUrl,
      audience: kind.audience,
      requiredClaims: ["sub", "iat", "exp", "jti"],
      currentDate: realNow,
    });
    const { sub: subject, jti: id } = ownClaims.parse(payload);
    return { subject, id, claims: kind.claims.parse(payload) };
  } catch (error) {
    if (error instanceof errors.JWTExpired) throw new CodedError("TOKEN_EXPIRED", kind.refusals.expired);
    throw new CodedError("UNAUTHENTICATED", kind.refusals.other);
  }
}
