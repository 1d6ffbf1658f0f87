import { eq } from "drizzle-orm";
import { db } from "@/db/client";
import { embeddingOrigins, marketplaces } from "@/db/schema/marketplaces";
import { merchants } from "@/db/schema/merchants";
import { clockAheadOf, inReach, inTenant } from "@/db/tenancy";
import { type Actor, type Environment, tenantOf } from "@/lib/actor";
import { reachOf } from "@/lib/reach";

/** What authentication needs to know of the merchant an embed token names; undefined when there is no such merchant. */
export async function findEmbeddedMerchant(
  actor: Extract<Actor, { kind: "embedToken" }>,
): Promise<{ live: boolean; clockAhead: number } | undefined> {
  const [row] = await db()
    .select({ liveAt: marketplaces.liveAt, clockAhead: clockAheadOf(merchants) })
    .from(merchants)
    .innerJoin(marketplaces, eq(marketplaces.id, merchants.marketplaceId))
    .where(inReach(merchants, reachOf(actor), eq(merchants.id, actor.merchantId)));
  return row && { live: row.liveAt !== null, clockAhead: row.clockAhead };
}

/**
 * The origins that may frame the journey of a marketplace in an environment; none where none are registered, or there is
 * no such marketplace. Whoever asks says so in an address: what is registered is no secret, since the answer goes into a
 * header that every browser gets.
 */
export async function listFrameAncestors(marketplaceId: string, environment: Environment): Promise<string[]> {
  const [row] = await db()
    .select({ origins: embeddingOrigins.origins })
    .from(embeddingOrigins)
    .where(inTenant(embeddingOrigins, tenantOf({ marketplaceId, environment })));
  return row?.origins ?? [];
}
