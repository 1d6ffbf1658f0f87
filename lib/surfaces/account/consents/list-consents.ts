import { and, desc, eq, gt, isNull, sql } from "drizzle-orm";
import { db } from "@/db/client";
import { marketplaces } from "@/db/schema/marketplaces";
import { connections, merchants } from "@/db/schema/merchants";
import { oauthAccessTokens, oauthGrants } from "@/db/schema/oauth";
import { submissions } from "@/db/schema/scoring";
import { clockAheadOf } from "@/db/tenancy";
import { tenantOf } from "@/lib/kernel/actor";
import { latest } from "@/lib/kernel/calendar";
import { reachOfRow } from "@/lib/kernel/reach";
import type { BusinessTime, RealTime } from "@/lib/kernel/time";
import { runningLoans } from "@/lib/merchants/merchants/running-loans";
import { type Scope, scopes } from "@/lib/terms/oauth";

export type Consent = Awaited<ReturnType<typeof listConsents>>[number];

/** What somebody who has signed in shares, and with whom: what is open first, then the latest. */
export async function listConsents(userId: string, realNow: RealTime) {
  const rows = await ownConnections(userId).orderBy(
    sql`${connections.status} = 'DISCONNECTED'`,
    desc(connections.createdAt),
  );
  return Promise.all(
    rows.map(async ({ connection, marketplaceName, lastReceivedAt }) => ({
      merchantId: connection.merchantId,
      marketplace: marketplaceName,
      environment: connection.environment,
      connectedAt: connection.createdAt,
      lastReceivedAt,
      disconnected:
        connection.status === "DISCONNECTED"
          ? { at: connection.disconnectedAt, by: connection.disconnectedBy, note: connection.disconnectNote }
          : null,
      granted: await grantedBy(connection.merchantId, realNow),
      runningLoans: (await runningLoans(reachOfRow(connection), connection.merchantId)).length,
    })),
  );
}

/** Where a connection of somebody who has signed in belongs; undefined for one that is not theirs. */
export async function findOwnConnection(userId: string, merchantId: string) {
  const [row] = await ownConnections(userId, merchantId);
  return row && { tenant: tenantOf(row.connection), clockAhead: row.clockAhead };
}

function ownConnections(userId: string, merchantId?: string) {
  return db()
    .select({
      connection: connections,
      marketplaceName: marketplaces.name,
      clockAhead: clockAheadOf(connections),
      lastReceivedAt: sql<BusinessTime | null>`(select max(${submissions.submittedAt}) from ${submissions}
        where ${submissions.merchantId} = ${connections.merchantId})`.mapWith(submissions.submittedAt),
    })
    .from(merchants)
    .innerJoin(connections, eq(connections.merchantId, merchants.id))
    .innerJoin(marketplaces, eq(marketplaces.id, merchants.marketplaceId))
    .where(and(eq(merchants.userId, userId), merchantId === undefined ? undefined : eq(merchants.id, merchantId)))
    .$dynamic();
}

/** What the grants in force allow together; null when there is none. */
async function grantedBy(merchantId: string, realNow: RealTime) {
  const grants = await db()
    .select({
      scopes: oauthGrants.scopes,
      since: oauthGrants.createdAt,
      until: oauthGrants.expiresAt,
      lastUsedAt: sql<RealTime | null>`(select max(${oauthAccessTokens.createdAt}) from ${oauthAccessTokens}
        where ${oauthAccessTokens.grantId} = ${oauthGrants.id})`.mapWith(oauthAccessTokens.createdAt),
    })
    .from(oauthGrants)
    .where(
      and(eq(oauthGrants.merchantId, merchantId), isNull(oauthGrants.revokedAt), gt(oauthGrants.expiresAt, realNow)),
    )
    .orderBy(oauthGrants.createdAt);
  const [first] = grants;
  if (!first) return null;
  const given = new Set<Scope>(grants.flatMap((grant) => grant.scopes));
  const used = grants.flatMap(({ lastUsedAt }) => lastUsedAt ?? []);
  return {
    scopes: scopes.filter((scope) => given.has(scope)),
    since: first.since,
    until: latest(first.until, ...grants.map(({ until }) => until)),
    lastUsedAt: used[0] ? latest(used[0], ...used) : null,
  };
}
