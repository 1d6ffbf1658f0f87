import { and, eq, isNull } from "drizzle-orm";
import { db, transaction } from "@/db/client";
import { marketplaces } from "@/db/schema/marketplaces";
import { operatorIn, tenantOf } from "@/lib/kernel/actor";
import type { OperatorCall } from "@/lib/kernel/call";
import { businessTime } from "@/lib/kernel/time";
import { recordAudit } from "@/lib/platform/audit/record-audit";
import { queueStaffMail } from "@/lib/platform/messages/mails/queue-mail";
import { endRequest } from "./end-request";

/** Whether it was taken live now: one that is live already stays as it is. */
export async function takeMarketplaceLive(call: OperatorCall<{ marketplaceId: string }>): Promise<boolean> {
  const { operator, marketplaceId, realNow } = call;
  return transaction(async () => {
    const taken = await db()
      .update(marketplaces)
      .set({ liveAt: realNow })
      .where(and(eq(marketplaces.id, marketplaceId), isNull(marketplaces.liveAt)))
      .returning({ id: marketplaces.id });
    if (taken.length === 0) return false;
    const tenant = tenantOf({ marketplaceId, environment: "live" });
    await endRequest(tenant, { status: "APPROVED", realNow });
    const actor = operatorIn(tenant, operator);
    await recordAudit({ actor, action: "marketplace.take-live", subjectId: marketplaceId, now: realNow });
    await queueStaffMail({ tenant, kind: "LIVE", now: businessTime(realNow, 0) });
    return true;
  });
}
