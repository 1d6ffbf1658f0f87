import { db, nudge } from "@/db/client";
import { submissions } from "@/db/schema/scoring";
import { ownedBy } from "@/db/tenancy";
import type { Actor } from "@/lib/actor";
import { recordAudit } from "@/lib/audit/record-audit";
import { activateConnections } from "@/lib/connections/activate-connection";
import { CodedError } from "@/lib/errors";
import { newId } from "@/lib/ids";
import { futureMonths, type MerchantRecord } from "@/lib/merchant-data/schema";
import { sealRecord } from "@/lib/merchant-data/stored-record";
import type { MerchantRef } from "@/lib/merchants/queries";
import { reachOf } from "@/lib/reach";
import type { BusinessTime } from "@/lib/time";

/**
 * Stores a merchant's valid record, activates its connection and leaves scoring to the job. Runs inside the current
 * transaction, with the merchant's row locked.
 * @returns the id of the submission.
 * @throws CodedError CONNECTION_CLOSED
 */
export async function acceptRecord(call: {
  actor: Actor;
  merchant: MerchantRef;
  record: MerchantRecord;
  now: BusinessTime;
}): Promise<string> {
  const { actor, merchant, record, now } = call;
  const { merchantId } = merchant;
  if (merchant.connectionStatus === "DISCONNECTED") {
    throw new CodedError("CONNECTION_CLOSED", "The merchant is disconnected; no data is accepted for it.");
  }
  if (merchant.connectionStatus === "PENDING") await activateConnections(reachOf(actor), [merchantId], now);
  const submissionId = newId("submission");
  await db()
    .insert(submissions)
    .values({
      id: submissionId,
      ...ownedBy(actor.tenant),
      merchantId,
      status: "QUEUED",
      record: sealRecord(record),
      submittedAt: now,
      dueAt: now,
    });
  await recordAudit({ actor, action: "sales-data.submit", subjectId: merchantId, now });
  nudge("score-submission", submissionId, actor.tenant);
  return submissionId;
}

/** @throws CodedError VALIDATION_FAILED when the history goes past the current month, which a schema cannot check. */
export function refuseFutureMonths(record: MerchantRecord, now: BusinessTime): void {
  const fields = futureMonths(record, now);
  if (fields.length > 0) throw new CodedError("VALIDATION_FAILED", "The body is not valid: see errors.", { fields });
}
