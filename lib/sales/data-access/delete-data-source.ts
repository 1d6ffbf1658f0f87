import { ne } from "drizzle-orm";
import { db, transaction } from "@/db/client";
import { dataAccesses, dataSources } from "@/db/schema/data-access";
import { inReach, inTenant } from "@/db/tenancy";
import type { RealTimeCall } from "@/lib/kernel/call";
import { notFound } from "@/lib/kernel/errors";
import { everyMerchantOf } from "@/lib/kernel/reach";
import { recordAudit } from "@/lib/platform/audit/record-audit";
import { requirePermission } from "@/lib/terms/users/roles";

/** The merchants' permissions end and tokens are forgotten; connections and what came so far stay. */
export async function deleteDataSource({ actor, realNow }: RealTimeCall<object>): Promise<void> {
  requirePermission(actor, deleteDataSource.permission);
  const { tenant } = actor;
  await transaction(async () => {
    const [deleted] = await db()
      .delete(dataSources)
      .where(inTenant(dataSources, tenant))
      .returning({ marketplaceId: dataSources.marketplaceId });
    if (!deleted) throw notFound("data source");
    await db()
      .update(dataAccesses)
      .set({ state: "ENDED", endedAt: realNow, tokens: null, dueAt: null, leasedUntil: null })
      .where(inReach(dataAccesses, everyMerchantOf(tenant), ne(dataAccesses.state, "ENDED")));
    await recordAudit({ actor, action: "data-source.delete", subjectId: tenant.marketplaceId, now: realNow });
  });
}
deleteDataSource.errors = ["INSUFFICIENT_ROLE", "NOT_FOUND"] as const;
deleteDataSource.permission = "change" as const;
