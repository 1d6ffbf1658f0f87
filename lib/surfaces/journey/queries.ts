import { eq } from "drizzle-orm";
import { db } from "@/db/client";
import { embeddingOrigins, marketplaces } from "@/db/schema/marketplaces";
import { merchants } from "@/db/schema/merchants";
import { clockAheadOf, inReach, inTenant } from "@/db/tenancy";
import { type Actor, type Environment, tenantOf } from "@/lib/kernel/actor";
import { reachOf } from "@/lib/kernel/reach";

/** What authentication needs of the merchant an embed token names. */
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
 * The origins that may frame the journey of a marketplace in an environment; empty for an unknown marketplace. They are
 * no secret: they go into a header that every browser gets, so the tenant may come from a URL.
 */
export async function listFrameAncestors(marketplaceId: string, environment: Environment): Promise<string[]> {
  const [row] = await db()
    .select({ origins: embeddingOrigins.origins })
    .from(embeddingOrigins)
    .where(inTenant(embeddingOrigins, tenantOf({ marketplaceId, environment })));
  return row?.origins ?? [];
}
