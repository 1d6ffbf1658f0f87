import { transaction } from "@/db/client";
import type { Actor } from "@/lib/kernel/actor";
import type { RealTime } from "@/lib/kernel/time";
import { recordAudit } from "@/lib/platform/audit/record-audit";

export async function recordExport(call: { actor: Actor; list: string; realNow: RealTime }): Promise<void> {
  const { actor, list, realNow } = call;
  const subjectId = actor.tenant.marketplaceId;
  await transaction(() => recordAudit({ actor, action: "list.export", detail: { list }, subjectId, now: realNow }));
}
