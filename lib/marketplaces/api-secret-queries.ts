import { eq, sql } from "drizzle-orm";
import { db } from "@/db/client";
import { apiSecrets, marketplaces } from "@/db/schema/marketplaces";
import { clockAheadOf, inTenant } from "@/db/tenancy";
import type { Tenant } from "@/lib/actor";
import { coalesced } from "@/lib/coalesce";
import { decrypt } from "@/lib/crypto";
import { secretsInForce } from "@/lib/secrets";
import type { RealTime } from "@/lib/time";
import { apiSecretPurpose } from "./api-secret";

// Every inbound webhook starts here: under load one statement serves dozens of them.
const load = coalesced(100, async (marketplaceIds: string[]) => {
  const rows = await db()
    .select({
      marketplaceId: apiSecrets.marketplaceId,
      environment: apiSecrets.environment,
      secret: apiSecrets.secret,
      previousSecret: apiSecrets.previousSecret,
      previousSecretUntil: apiSecrets.previousSecretUntil,
      liveAt: marketplaces.liveAt,
      clockAhead: clockAheadOf(apiSecrets),
    })
    .from(apiSecrets)
    .innerJoin(marketplaces, eq(marketplaces.id, apiSecrets.marketplaceId))
    .where(sql`${apiSecrets.marketplaceId} = any(${sql.param(marketplaceIds)}::text[])`);
  return marketplaceIds.map((id) => rows.filter((row) => row.marketplaceId === id));
});

/** The secrets a marketplace may have signed with, by environment, the current one first. */
export async function findSecretHolders(marketplaceId: string, realNow: RealTime) {
  const rows = await load(marketplaceId);
  return rows.map((row) => {
    const { environment, liveAt, clockAhead } = row;
    return { environment, liveAt, clockAhead, secrets: secretsInForce(apiSecretPurpose, row, realNow) };
  });
}

/** The tenant's current API secret in clear text, which the sandbox shows. */
export async function currentApiSecret(tenant: Tenant): Promise<string | undefined> {
  const [row] = await db().select({ secret: apiSecrets.secret }).from(apiSecrets).where(inTenant(apiSecrets, tenant));
  return row && decrypt(apiSecretPurpose, row.secret);
}
