import { transaction } from "@/db/client";
import type { Operator } from "@/lib/kernel/actor";
import type { RealTime } from "@/lib/kernel/time";
import { recordServiceAudit } from "@/lib/platform/audit/record-audit";
import { takeStorage } from "@/lib/platform/providers/storage";

/** Has documents kept in the storage that is configured now. Those that are not in it are lost, as far as we can tell. */
export async function adoptStorage(call: { operator: Operator; reason: string; realNow: RealTime }): Promise<void> {
  const { operator, reason, realNow } = call;
  await takeStorage();
  await transaction(() =>
    recordServiceAudit({ operator, action: "storage.adopt", detail: { reason }, subjectId: "storage", realNow }),
  );
}
