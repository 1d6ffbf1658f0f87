import { eq, sql } from "drizzle-orm";
import { z } from "zod";
import { db } from "@/db/client";
import { readTogether } from "@/db/read-together";
import { bigint, rowsOf, timestamp } from "@/db/rows";
import { marketplaces } from "@/db/schema/marketplaces";
import { oauthClients } from "@/db/schema/oauth";
import { clockAheadOf, inTenant } from "@/db/tenancy";
import { environments, type Tenant } from "@/lib/kernel/actor";
import type { RealTime } from "@/lib/kernel/time";
import { scopes } from "@/lib/terms/oauth";

export type OAuthClient = Awaited<ReturnType<typeof clients>>[number];

function clients() {
  return db()
    .select({
      id: oauthClients.id,
      marketplaceId: oauthClients.marketplaceId,
      environment: oauthClients.environment,
      redirectUris: oauthClients.redirectUris,
      secretDigest: oauthClients.secretDigest,
      previousSecretDigest: oauthClients.previousSecretDigest,
      previousSecretUntil: oauthClients.previousSecretUntil,
      marketplaceName: marketplaces.name,
      liveAt: marketplaces.liveAt,
      clockAhead: clockAheadOf(oauthClients),
    })
    .from(oauthClients)
    .innerJoin(marketplaces, eq(marketplaces.id, oauthClients.marketplaceId));
}

export async function findClient(id: string): Promise<OAuthClient | undefined> {
  // From a URL or a header, so it may be anything.
  if (!/^cli_[0-9a-z]{26}$/.test(id)) return undefined;
  const [row] = await clients().where(eq(oauthClients.id, id));
  return row;
}

export async function findClientOf(tenant: Tenant): Promise<OAuthClient | undefined> {
  const [row] = await clients().where(inTenant(oauthClients, tenant));
  return row;
}

const tokenRow = z.strictObject({
  digest: z.string(),
  scopes: z.array(z.enum(scopes)),
  expiresAt: timestamp,
  clientId: z.string(),
  marketplaceId: z.string(),
  environment: z.enum(environments),
  /** The merchant it is bound to; null when it is the marketplace's. */
  merchantId: z.string().nullable(),
  live: z.boolean(),
  clockAhead: bigint,
});
type Row = z.input<typeof tokenRow>;

// Every call of the data plane begins here: under load one statement serves dozens of them.
const load = readTogether(async (digests: string[]): Promise<(Row | undefined)[]> => {
  const rows = await rowsOf(tokenRow)`
    select t.digest, t.scopes, t.expires_at as "expiresAt", g.client_id as "clientId",
      g.marketplace_id as "marketplaceId", g.environment, g.merchant_id as "merchantId", m.live_at is not null as live,
      ${clockAheadOf({ environment: sql`g.environment` }, sql`m.test_clock_ahead_ms`)} as "clockAhead"
    from oauth_access_tokens t
    join oauth_grants g on g.id = t.grant_id
    join marketplaces m on m.id = g.marketplace_id
    left join connections c on c.merchant_id = g.merchant_id
    where t.digest = any(${sql.param(digests)}::text[]) and t.revoked_at is null and g.revoked_at is null
      and c.status is distinct from 'DISCONNECTED'`;
  const byDigest = new Map(rows.map((row) => [row.digest, row]));
  return digests.map((digest) => byDigest.get(digest));
});

/** Undefined if it has expired, it or its grant was revoked, or its merchant is disconnected. */
export async function findTokenHolder(digest: string, realNow: RealTime) {
  const row = await load(digest);
  if (!row || new Date(row.expiresAt) <= realNow) return undefined;
  return { ...row, clockAhead: Number(row.clockAhead) };
}
