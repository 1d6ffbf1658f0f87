import { transaction } from "@/db/client";
import type { RealTimeCall } from "@/lib/kernel/call";
import { recordAudit } from "@/lib/platform/audit/record-audit";

export async function recordExport(call: RealTimeCall<{ list: string }>): Promise<void> {
  const { actor, list, realNow } = call;
  const subjectId = actor.tenant.marketplaceId;
  await transaction(() => recordAudit({ actor, action: "list.export", detail: { list }, subjectId, now: realNow }));
}
