import { and, eq, isNull } from "drizzle-orm";
import { db, transaction } from "@/db/client";
import { marketplaces } from "@/db/schema/marketplaces";
import { type Operator, operatorIn, tenantOf } from "@/lib/actor";
import { recordAudit } from "@/lib/audit/record-audit";
import type { RealTime } from "@/lib/time";

/**
 * Has a marketplace's live credentials accepted from now on. One that is live already stays as it is.
 * @returns whether it was taken live now.
 */
export async function takeMarketplaceLive(call: {
  operator: Operator;
  marketplaceId: string;
  realNow: RealTime;
}): Promise<boolean> {
  const { operator, marketplaceId, realNow } = call;
  return transaction(async () => {
    const taken = await db()
      .update(marketplaces)
      .set({ liveAt: realNow })
      .where(and(eq(marketplaces.id, marketplaceId), isNull(marketplaces.liveAt)))
      .returning({ id: marketplaces.id });
    if (taken.length === 0) return false;
    const actor = operatorIn(tenantOf({ marketplaceId, environment: "live" }), operator);
    await recordAudit({ actor, action: "marketplace.take-live", subjectId: marketplaceId, now: realNow });
    return true;
  });
}
