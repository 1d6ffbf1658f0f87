import { and, eq, isNull } from "drizzle-orm";
import { db } from "@/db/client";
import { marketplaces, secretKeys } from "@/db/schema/marketplaces";
import { clockAheadOf } from "@/db/tenancy";
import type { Tenant } from "@/lib/actor";

/** The holder of a secret key, unless it was revoked. */
export async function findKeyHolder(digest: string) {
  const [row] = await db()
    .select({
      keyId: secretKeys.id,
      marketplaceId: secretKeys.marketplaceId,
      environment: secretKeys.environment,
      liveAt: marketplaces.liveAt,
      clockAhead: clockAheadOf(secretKeys),
    })
    .from(secretKeys)
    .innerJoin(marketplaces, eq(marketplaces.id, secretKeys.marketplaceId))
    .where(and(eq(secretKeys.digest, digest), isNull(secretKeys.revokedAt)));
  return row;
}

/** How far a tenant's business clock is ahead of real time, in milliseconds. Only test data's clock can be moved. */
export async function readClockAhead(tenant: Tenant): Promise<number> {
  if (tenant.environment === "live") return 0;
  const [row] = await db()
    .select({ ahead: marketplaces.testClockAhead })
    .from(marketplaces)
    .where(eq(marketplaces.id, tenant.marketplaceId));
  return row?.ahead ?? 0;
}
