import { transaction } from "@/db/client";
import { tenantOf } from "@/lib/kernel/actor";
import type { RealTimeCall } from "@/lib/kernel/call";
import { notFound } from "@/lib/kernel/errors";
import { recordAudit } from "@/lib/platform/audit/record-audit";
import { requirePermission } from "@/lib/terms/users/roles";
import { endRequest } from "./end-request";

export async function withdrawGoLive({ actor, realNow }: RealTimeCall<unknown>): Promise<void> {
  requirePermission(actor, withdrawGoLive.permission);
  const tenant = tenantOf({ ...actor.tenant, environment: "live" });
  await transaction(async () => {
    const id = await endRequest(tenant, { status: "WITHDRAWN", realNow });
    if (!id) throw notFound("request to go live");
    await recordAudit({ actor: { ...actor, tenant }, action: "go-live.withdraw", subjectId: id, now: realNow });
  });
}
withdrawGoLive.permission = "manage" as const;
