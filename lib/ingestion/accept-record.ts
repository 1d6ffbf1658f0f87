import { db, nudge } from "@/db/client";
import { submissions } from "@/db/schema/scoring";
import { ownedBy } from "@/db/tenancy";
import { recordAudit } from "@/lib/audit/record-audit";
import type { Call } from "@/lib/call";
import { activateConnections } from "@/lib/connections/activate-connection";
import { CodedError, refuseInvalid } from "@/lib/errors";
import { newId } from "@/lib/ids";
import { futureMonths, type MerchantRecord } from "@/lib/merchant-data/schema";
import { sealRecord } from "@/lib/merchant-data/stored-record";
import type { MerchantRef } from "@/lib/merchants/queries";
import { reachOf } from "@/lib/reach";
import type { BusinessTime } from "@/lib/time";
import { notesOf } from "./shared-parts";

/**
 * Stores a merchant's valid record, activates its connection and leaves scoring to the job. The merchant's row must be
 * locked.
 * @returns the id of the submission.
 * @throws CodedError CONNECTION_CLOSED
 */
export async function acceptRecord(call: Call<{ merchant: MerchantRef; record: MerchantRecord }>): Promise<string> {
  const { actor, merchant, now } = call;
  const { merchantId } = merchant;
  if (merchant.connectionStatus === "DISCONNECTED") {
    throw new CodedError("CONNECTION_CLOSED", "The merchant is disconnected; no data is accepted for it.");
  }
  if (merchant.connectionStatus === "PENDING") await activateConnections(reachOf(actor), [merchantId], now);
  const id = newId("submission");
  const record = sealRecord(call.record);
  const groups = notesOf(call.record);
  await db()
    .insert(submissions)
    .values({
      id,
      ...ownedBy(actor.tenant),
      merchantId,
      status: "QUEUED",
      record,
      groups,
      submittedAt: now,
      dueAt: now,
    });
  await recordAudit({ actor, action: "sales-data.submit", subjectId: merchantId, now });
  nudge("score-submission", id, actor.tenant);
  return id;
}

/** @throws CodedError VALIDATION_FAILED when the history goes past the current month, which a schema cannot check. */
export function refuseFutureMonths(record: MerchantRecord, now: BusinessTime): void {
  refuseInvalid(futureMonths(record, now));
}
