import { transaction } from "@/db/client";
import { tenantOf } from "@/lib/actor";
import { recordAudit } from "@/lib/audit/record-audit";
import type { RealTimeCall } from "@/lib/call";
import { notFound } from "@/lib/errors";
import { requirePermission } from "@/lib/users/roles";
import { endRequest } from "./end-request";

/** Takes back the request to go live that waits. @throws CodedError INSUFFICIENT_ROLE, NOT_FOUND when none waits */
export async function withdrawGoLive({ actor, realNow }: RealTimeCall<unknown>): Promise<void> {
  requirePermission(actor, "manage");
  const tenant = tenantOf({ ...actor.tenant, environment: "live" });
  await transaction(async () => {
    const id = await endRequest(tenant, { status: "WITHDRAWN", realNow });
    if (!id) throw notFound("request to go live");
    await recordAudit({ actor: { ...actor, tenant }, action: "go-live.withdraw", subjectId: id, now: realNow });
  });
}
