import { eq } from "drizzle-orm";
import { db } from "@/db/client";
import { embeddingOrigins, marketplaces } from "@/db/schema/marketplaces";
import { merchants } from "@/db/schema/merchants";
import { clockAheadOf, inReach, inTenant } from "@/db/tenancy";
import { type Actor, type Environment, tenantOf } from "@/lib/kernel/actor";
import { reachOf } from "@/lib/kernel/reach";

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

/** No secret: every browser gets them in a header, so the tenant may come from a URL. Empty for unknown ones. */
export async function listFrameAncestors(marketplaceId: string, environment: Environment): Promise<string[]> {
  const [row] = await db()
    .select({ origins: embeddingOrigins.origins })
    .from(embeddingOrigins)
    .where(inTenant(embeddingOrigins, tenantOf({ marketplaceId, environment })));
  return row?.origins ?? [];
}
