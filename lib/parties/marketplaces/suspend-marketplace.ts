import { eq } from "drizzle-orm";
import { db, transaction } from "@/db/client";
import { marketplaces } from "@/db/schema/marketplaces";
import { operatorIn, tenantOf } from "@/lib/kernel/actor";
import type { OperatorCall } from "@/lib/kernel/call";
import { CodedError, notFound } from "@/lib/kernel/errors";
import { businessTime } from "@/lib/kernel/time";
import { recordAudit } from "@/lib/platform/audit/record-audit";
import { queueStaffMail } from "@/lib/platform/messages/mails/queue-mail";

type Call = OperatorCall<{ marketplaceId: string; reason: string }>;

/** Nothing new is lent live to its merchants until that ends (docs/going-live.md#suspension). */
export async function suspendMarketplace(call: Call): Promise<void> {
  await turn(call, true);
}

export async function resumeMarketplace(call: Call): Promise<void> {
  await turn(call, false);
}

/** One that is as asked already stays so. */
async function turn({ operator, marketplaceId, reason, realNow }: Call, suspends: boolean): Promise<void> {
  await transaction(async () => {
    const one = eq(marketplaces.id, marketplaceId);
    const [marketplace] = await db().select().from(marketplaces).where(one).for("update");
    if (!marketplace) throw notFound("marketplace");
    if (!marketplace.liveAt) throw new CodedError("MARKETPLACE_NOT_LIVE", "Nothing is lent there live yet.");
    if (suspends === (marketplace.suspendedAt !== null)) return;
    await db()
      .update(marketplaces)
      .set({ suspendedAt: suspends ? realNow : null })
      .where(one);
    const tenant = tenantOf({ marketplaceId, environment: "live" });
    const action = suspends ? "marketplace.suspend" : "marketplace.resume";
    const actor = operatorIn(tenant, operator);
    await recordAudit({ actor, action, detail: { reason }, subjectId: marketplaceId, now: realNow });
    const mail = suspends ? ({ kind: "SUSPENDED", reason } as const) : ({ kind: "RESUMED" } as const);
    await queueStaffMail({ tenant, ...mail, now: businessTime(realNow, 0) });
  });
}
