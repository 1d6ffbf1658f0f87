import { and, eq, gt, isNull, or } from "drizzle-orm";
import { db } from "@/db/client";
import { demoGrants } from "@/db/schema/demo";
import { later, minute } from "@/lib/kernel/calendar";
import { equalInConstantTime, randomText, sha256 } from "@/lib/kernel/crypto";
import type { RealTime } from "@/lib/kernel/time";
import { presentedClient } from "@/lib/sales/oauth/authenticate-client";
import { OAuthError } from "@/lib/sales/oauth/error";
import { matchingVerifier } from "@/lib/sales/oauth/request-checks";
import { readDemoClient } from "@/lib/sandbox/test-helpers/state";
import { grantLifetime } from "./answer-request";
import { requireNoFault } from "./faults";
import type { DemoTokenAnswer, DemoTokenRequest } from "./schema";

/** How long an access token is good: short, so that refreshing is seen to work. */
export const accessLifetime = 10 * minute;

type TokenCall = { authorization: string | null; input: DemoTokenRequest; realNow: RealTime; signal: AbortSignal };
type Grant = typeof demoGrants.$inferSelect;

/** RFC 6749, section 3.2. Throws Misbehaviour while the seller's server acts up. */
export async function exchangeDemoGrant(call: TokenCall): Promise<DemoTokenAnswer> {
  const { authorization, input, realNow, signal } = call;
  await authenticateDemoClient(authorization, input);
  if (input.grant_type !== "authorization_code" && input.grant_type !== "refresh_token") {
    throw new OAuthError("unsupported_grant_type", "grant_type must be authorization_code or refresh_token");
  }
  const grant = await (input.grant_type === "refresh_token" ? grantOfRefreshToken(input) : grantOfCode(input));
  if (!grant || grant.revokedAt) throw unusable;
  await requireNoFault(grant.seller, signal);
  if (input.grant_type === "authorization_code") await takeCode(grant, input, realNow);
  return issue(grant, input, realNow);
}

export async function authenticateDemoClient(
  authorization: string | null,
  input: { client_id?: string; client_secret?: string },
): Promise<void> {
  const { id, secret } = presentedClient(authorization, input);
  const client = await readDemoClient();
  if (!client || id !== client.clientId || !equalInConstantTime(sha256(secret), sha256(client.clientSecret))) {
    throw new OAuthError("invalid_client", "The client or its secret is unknown");
  }
}

const unusable = new OAuthError("invalid_grant", "The code or token is unknown, has expired, was used or was revoked");

async function grantOfCode({ code }: DemoTokenRequest): Promise<Grant | undefined> {
  if (!code) throw new OAuthError("invalid_request", "code is missing");
  const [grant] = await db()
    .select()
    .from(demoGrants)
    .where(eq(demoGrants.codeDigest, sha256(code)));
  return grant;
}

async function grantOfRefreshToken({ refresh_token: token }: DemoTokenRequest): Promise<Grant | undefined> {
  if (!token) throw new OAuthError("invalid_request", "refresh_token is missing");
  const digest = sha256(token);
  const [grant] = await db()
    .select()
    .from(demoGrants)
    .where(or(eq(demoGrants.refreshDigest, digest), eq(demoGrants.formerRefreshDigest, digest)));
  return grant;
}

/** A code is good once: a second use ends what the first one brought (RFC 6749, section 4.1.2). */
async function takeCode(grant: Grant, input: DemoTokenRequest, realNow: RealTime): Promise<void> {
  if (input.redirect_uri !== grant.redirectUri) {
    throw new OAuthError("invalid_grant", "redirect_uri is not the one of the authorization request");
  }
  matchingVerifier(input.code_verifier, grant.codeChallenge);
  const isGood = and(isNull(demoGrants.codeUsedAt), gt(demoGrants.codeExpiresAt, realNow));
  const taken = await db()
    .update(demoGrants)
    .set({ codeUsedAt: realNow })
    .where(and(eq(demoGrants.number, grant.number), isGood))
    .returning({ number: demoGrants.number });
  if (taken.length > 0) return;
  await db().update(demoGrants).set({ revokedAt: realNow }).where(eq(demoGrants.number, grant.number));
  throw unusable;
}

/** New tokens in place of the former ones. */
async function issue(grant: Grant, input: DemoTokenRequest, realNow: RealTime): Promise<DemoTokenAnswer> {
  const [access, next] = [`dma_${randomText(32)}`, `dmr_${randomText(32)}`];
  const lasting = grant.scopes.includes("offline_access");
  const presented = input.grant_type === "refresh_token" ? sha256(input.refresh_token ?? "") : null;
  const unchanged =
    grant.refreshDigest === null ? isNull(demoGrants.refreshDigest) : eq(demoGrants.refreshDigest, grant.refreshDigest);
  const issued = await db()
    .update(demoGrants)
    .set({
      accessDigest: sha256(access),
      accessExpiresAt: later(realNow, accessLifetime),
      refreshDigest: lasting ? sha256(next) : null,
      formerRefreshDigest: presented,
      lastUsedAt: realNow,
      expiresAt: later(realNow, grantLifetime),
    })
    .where(and(eq(demoGrants.number, grant.number), isNull(demoGrants.revokedAt), unchanged))
    .returning({ number: demoGrants.number });
  if (issued.length === 0) throw unusable;
  return {
    access_token: access,
    token_type: "Bearer",
    expires_in: accessLifetime / 1_000,
    scope: grant.scopes.join(" "),
    ...(lasting ? { refresh_token: next } : {}),
  };
}
