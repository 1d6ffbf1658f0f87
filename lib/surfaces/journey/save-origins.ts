import { db, transaction } from "@/db/client";
import { embeddingOrigins } from "@/db/schema/marketplaces";
import { ownedBy } from "@/db/tenancy";
import { environments, tenantOf } from "@/lib/kernel/actor";
import type { RealTimeCall } from "@/lib/kernel/call";
import { recordAudit } from "@/lib/platform/audit/record-audit";
import { requirePermission } from "@/lib/terms/users/roles";
import type { OriginsAnswer, OriginsInput } from "./origins-schema";

export async function saveOrigins(call: RealTimeCall<{ input: OriginsInput }>): Promise<OriginsAnswer> {
  const { actor, input, realNow } = call;
  const { marketplaceId } = actor.tenant;
  requirePermission(actor, saveOrigins.permission);
  return transaction(async () => {
    // Always in the same order, so that concurrent calls wait for each other and both lists come from the same call.
    for (const environment of environments) {
      const tenant = tenantOf({ marketplaceId, environment });
      const stored = { origins: input[environment], updatedAt: realNow };
      await db()
        .insert(embeddingOrigins)
        .values({ ...ownedBy(tenant), ...stored })
        .onConflictDoUpdate({ target: [embeddingOrigins.marketplaceId, embeddingOrigins.environment], set: stored });
      const by = { ...actor, tenant };
      await recordAudit({ actor: by, action: "embedding-origins.save", subjectId: marketplaceId, now: realNow });
    }
    return { ...input, updatedAt: realNow.toISOString() };
  });
}
saveOrigins.errors = ["INSUFFICIENT_ROLE"] as const;
saveOrigins.permission = "change" as const;
