import { and, desc, eq, gt, isNotNull, isNull, or } from "drizzle-orm";
import { db } from "@/db/client";
import { deleteOlder } from "@/db/delete-older";
import { demoGrants } from "@/db/schema/demo";
import { sha256 } from "@/lib/kernel/crypto";
import type { RealTime } from "@/lib/kernel/time";
import { OAuthError } from "@/lib/sales/oauth/error";
import type { TokenBody } from "@/lib/sales/oauth/schema";
import type { DemoScope } from "@/lib/terms/demo-provider";
import { authenticateDemoClient } from "./exchange-grant";
import { requireNoFault } from "./faults";

export type DemoAccess = { scopes: DemoScope[]; since: RealTime; lastUsedAt: RealTime | null };

export async function listAccess(seller: string, realNow: RealTime): Promise<DemoAccess[]> {
  return db()
    .select({ scopes: demoGrants.scopes, since: demoGrants.createdAt, lastUsedAt: demoGrants.lastUsedAt })
    .from(demoGrants)
    .where(and(ofSeller(seller), isNotNull(demoGrants.codeUsedAt), gt(demoGrants.expiresAt, realNow)))
    .orderBy(desc(demoGrants.number));
}

/** The seller takes back all it has allowed, which the service notices when it asks next. */
export async function takeBackAccess({ seller, realNow }: { seller: string; realNow: RealTime }): Promise<void> {
  await db().update(demoGrants).set({ revokedAt: realNow }).where(ofSeller(seller));
}

/** RFC 7009: either token ends all of its grant. Throws Misbehaviour while the seller's server acts up. */
export async function revokeDemoToken(call: {
  authorization: string | null;
  input: TokenBody;
  realNow: RealTime;
  signal: AbortSignal;
}): Promise<void> {
  const { authorization, input, realNow, signal } = call;
  await authenticateDemoClient(authorization, input);
  if (!input.token) throw new OAuthError("invalid_request", "token is missing");
  const digest = sha256(input.token);
  const { accessDigest, refreshDigest, formerRefreshDigest } = demoGrants;
  const [grant] = await db()
    .select({ number: demoGrants.number, seller: demoGrants.seller })
    .from(demoGrants)
    .where(or(eq(accessDigest, digest), eq(refreshDigest, digest), eq(formerRefreshDigest, digest)));
  if (!grant) return;
  await requireNoFault(grant.seller, signal);
  await db()
    .update(demoGrants)
    .set({ revokedAt: realNow })
    .where(and(eq(demoGrants.number, grant.number), isNull(demoGrants.revokedAt)));
}

/** Whose sales an access token opens; null: nobody's. The refresh token before it is good no longer. */
export async function sellerOfToken(token: string, realNow: RealTime): Promise<string | null> {
  const isGood = and(isNull(demoGrants.revokedAt), gt(demoGrants.accessExpiresAt, realNow));
  const [grant] = await db()
    .update(demoGrants)
    .set({ formerRefreshDigest: null, lastUsedAt: realNow })
    .where(and(eq(demoGrants.accessDigest, sha256(token)), isGood))
    .returning({ seller: demoGrants.seller });
  return grant?.seller ?? null;
}

/** Deletes what has expired; see `deleteOlder`. */
export function purgeDemoGrants({ realNow, limit }: { realNow: RealTime; limit: number }): Promise<number> {
  return deleteOlder(demoGrants.expiresAt, realNow, limit);
}

function ofSeller(seller: string) {
  return and(eq(demoGrants.seller, seller), isNull(demoGrants.revokedAt));
}
