import { transaction } from "@/db/client";
import { type Operator, operatorIn, tenantOf } from "@/lib/actor";
import { recordAudit } from "@/lib/audit/record-audit";
import { notFound } from "@/lib/errors";
import { queueMail } from "@/lib/notifications/queue-mail";
import { businessTime, type RealTime } from "@/lib/time";
import { endRequest } from "./end-request";

/**
 * Refuses the request to go live that waits, and tells the marketplace why by mail.
 * @throws CodedError NOT_FOUND when none waits
 */
export async function declineGoLive(call: {
  operator: Operator;
  marketplaceId: string;
  reason: string;
  realNow: RealTime;
}): Promise<void> {
  const { operator, marketplaceId, reason, realNow } = call;
  const tenant = tenantOf({ marketplaceId, environment: "live" });
  await transaction(async () => {
    const id = await endRequest(tenant, { status: "DECLINED", reason, realNow });
    if (!id) throw notFound("request to go live");
    const actor = operatorIn(tenant, operator);
    await recordAudit({ actor, action: "go-live.decline", detail: { reason }, subjectId: id, now: realNow });
    const body = ["We cannot take you live yet:", "", reason, "", "You can ask again in the dashboard, under Go live."];
    const subject = "Your request to go live was declined";
    await queueMail({ tenant, topic: "goLive", subject, body: body.join("\n"), now: businessTime(realNow, 0) });
  });
}
