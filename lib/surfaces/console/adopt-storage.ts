import { transaction } from "@/db/client";
import type { Operator } from "@/lib/kernel/actor";
import type { RealTime } from "@/lib/kernel/time";
import { recordServiceAudit } from "@/lib/platform/audit/record-audit";
import { takeStorage } from "@/lib/platform/providers/storage";

type Adopt = {
  operator: Operator;
  reason: string;
  /** The marker of another database, whose storage this was until now. */
  instead?: string | undefined;
  realNow: RealTime;
};

/**
 * Has documents kept in the storage that is configured now. Those that are not in it are lost, as far as we can tell.
 * @throws StorageNotOurs where there is the marker of another database, and not `instead`
 */
export async function adoptStorage({ operator, reason, instead, realNow }: Adopt): Promise<void> {
  await takeStorage(instead);
  const detail = { reason, ...(instead === undefined ? {} : { instead }) };
  await transaction(() =>
    recordServiceAudit({ operator, action: "storage.adopt", detail, subjectId: "storage", realNow }),
  );
}
