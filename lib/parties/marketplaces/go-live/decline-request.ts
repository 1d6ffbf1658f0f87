import { transaction } from "@/db/client";
import { operatorIn, tenantOf } from "@/lib/kernel/actor";
import type { OperatorCall } from "@/lib/kernel/call";
import { notFound } from "@/lib/kernel/errors";
import { businessTime } from "@/lib/kernel/time";
import { recordAudit } from "@/lib/platform/audit/record-audit";
import { queueStaffMail } from "@/lib/platform/messages/mails/queue-mail";
import { endRequest } from "./end-request";

export async function declineGoLive(call: OperatorCall<{ marketplaceId: string; reason: string }>): Promise<void> {
  const { operator, marketplaceId, reason, realNow } = call;
  const tenant = tenantOf({ marketplaceId, environment: "live" });
  await transaction(async () => {
    const id = await endRequest(tenant, { status: "DECLINED", reason, realNow });
    if (!id) throw notFound("request to go live");
    const actor = operatorIn(tenant, operator);
    await recordAudit({ actor, action: "go-live.decline", detail: { reason }, subjectId: id, now: realNow });
    await queueStaffMail({ tenant, kind: "GO_LIVE_DECLINED", reason, now: businessTime(realNow, 0) });
  });
}
