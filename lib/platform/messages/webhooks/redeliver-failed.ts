import { transaction } from "@/db/client";
import type { Call } from "@/lib/kernel/call";
import { reachOf } from "@/lib/kernel/reach";
import type { BusinessTime, RealTime } from "@/lib/kernel/time";
import { recordAudit } from "@/lib/platform/audit/record-audit";
import { requirePermission } from "@/lib/terms/users/roles";
import { redeliverChunk } from "./redeliver-events";

type Redeliver = Call<{
  input: { from: BusinessTime; to: BusinessTime; after: string | null };
  realNow: RealTime;
}>;

/**
 * Sends the next 500 failed events of a period again that the endpoint subscribes to, so that whoever waits can see how far
 * it is.
 * @param call.input.after what the call before answered as `next`; null begins.
 * @returns how many began a new round, and where to go on; null when that was all.
 * @throws CodedError INSUFFICIENT_ROLE, WEBHOOK_NOT_REGISTERED
 */
export async function redeliverFailed({ actor, input, now, realNow }: Redeliver) {
  requirePermission(actor, "change");
  const { from, to, after } = input;
  return transaction(async () => {
    const range = { from, to, deliveryStatus: "FAILED" } as const;
    const { count, last } = await redeliverChunk(reachOf(actor), range, after ?? "", { now, realNow });
    const detail = { from: from.toISOString(), to: to.toISOString() };
    const subjectId = actor.tenant.marketplaceId;
    if (after === null) await recordAudit({ actor, action: "event.redeliver-range", detail, subjectId, now });
    return { redelivered: count, next: last };
  });
}
