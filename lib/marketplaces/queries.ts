import { and, eq, isNull } from "drizzle-orm";
import { db } from "@/db/client";
import { marketplaces, secretKeys } from "@/db/schema/marketplaces";
import type { Environment } from "@/lib/actor";

/** What authentication needs to know of a secret key. */
export type KeyHolder = { keyId: string; marketplaceId: string; environment: Environment; liveAt: Date | null };

/** The holder of the secret key with this digest, unless it was revoked. */
export async function findKeyHolder(digest: string): Promise<KeyHolder | undefined> {
  const [row] = await db()
    .select({
      keyId: secretKeys.id,
      marketplaceId: secretKeys.marketplaceId,
      environment: secretKeys.environment,
      liveAt: marketplaces.liveAt,
    })
    .from(secretKeys)
    .innerJoin(marketplaces, eq(marketplaces.id, secretKeys.marketplaceId))
    .where(and(eq(secretKeys.digest, digest), isNull(secretKeys.revokedAt)));
  return row;
}
