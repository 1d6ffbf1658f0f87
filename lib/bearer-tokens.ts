import { errors, jwtVerify, SignJWT } from "jose";
import { z } from "zod";
import { environments } from "./actor";
import { randomText } from "./crypto";
import { env } from "./env";
import { CodedError } from "./errors";
import type { RealTime } from "./time";

/** A kind of bearer token that we sign ourselves: a JWT that says who has it, for one audience and a while. */
export type TokenKind<Claims extends z.ZodObject = z.ZodObject> = {
  /** Nothing else accepts it, although all kinds are signed with one key. */
  audience: string;
  /** How long it is good for. */
  seconds: number;
  /** What it says beside who has it. */
  claims: Claims;
  /** What is said of one that was genuine and is too old, and of anything else that is not taken. */
  refusals: { expired: string; other: string };
};

/** Of a merchant in the hosted journey (docs/embedding.md#token): the subject is the merchant. */
export const embedTokens = {
  audience: "service:embed",
  seconds: 15 * 60,
  claims: z.object({ marketplaceId: z.string(), environment: z.enum(environments) }),
  refusals: {
    expired: "The embed token has expired. Mint a fresh one: it is good for 15 minutes.",
    other: "That is no embed token of this service.",
  },
} satisfies TokenKind;

/** Of a marketplace's staff: the subject is the user. What they may do is looked up at each call. */
export const dashboardTokens = {
  audience: "service:dashboard",
  seconds: 60 * 60,
  claims: z.object({}),
  refusals: {
    expired: "The session has ended. Log in again: a token is good for an hour.",
    other: "That is no dashboard token. The dashboard's operations take the one that its login answers.",
  },
} satisfies TokenKind;

/** The one algorithm that tokens are signed and verified with. */
const algorithm = "HS256";

const subjectClaim = z.object({ sub: z.string() });

/**
 * A token of a kind.
 * @param realNow real time: a moved sandbox clock must not stretch a token.
 */
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

/**
 * What a token of a kind says: signed by us with the one algorithm, for its audience, not expired.
 * @param realNow real time, to the second without leeway: it was issued by this very clock.
 * @throws CodedError TOKEN_EXPIRED for one that was genuine and is too old, UNAUTHENTICATED for anything else
 */
export async function verifyToken<Claims extends z.ZodObject>(
  kind: TokenKind<Claims>,
  token: string,
  realNow: RealTime,
): Promise<{ subject: string; claims: z.output<Claims> }> {
  try {
    const { payload } = await jwtVerify(token, env().tokenKey, {
      algorithms: [algorithm],
      issuer: env().baseUrl,
      audience: kind.audience,
      requiredClaims: ["sub", "iat", "exp", "jti"],
      currentDate: realNow,
    });
    return { subject: subjectClaim.parse(payload).sub, claims: kind.claims.parse(payload) };
  } catch (error) {
    if (error instanceof errors.JWTExpired) throw new CodedError("TOKEN_EXPIRED", kind.refusals.expired);
    throw new CodedError("UNAUTHENTICATED", kind.refusals.other);
  }
}
