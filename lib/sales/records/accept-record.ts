import { db, wakeWorkers } from "@/db/client";
import { submissions } from "@/db/schema/scoring";
import { ownedBy } from "@/db/tenancy";
import type { Call } from "@/lib/kernel/call";
import { CodedError, refuseInvalid } from "@/lib/kernel/errors";
import { newId } from "@/lib/kernel/ids";
import { reachOf } from "@/lib/kernel/reach";
import type { BusinessTime } from "@/lib/kernel/time";
import { activateConnections } from "@/lib/merchants/merchants/activate-connection";
import type { MerchantRef } from "@/lib/merchants/merchants/queries";
import { recordAudit } from "@/lib/platform/audit/record-audit";
import { futureMonths, type MerchantRecord } from "@/lib/terms/merchant-data/schema";
import { notesOf } from "./shared-parts";
import { sealRecord } from "./stored-record";

/** Leaves scoring to the job. The merchant's row must be locked. Returns the id of the submission. */
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
  wakeWorkers(submissions, id, actor.tenant);
  return id;
}

/** That the history ends by the current month is checked here: a schema cannot. */
export function refuseFutureMonths(record: MerchantRecord, now: BusinessTime): void {
  refuseInvalid(futureMonths(record, now));
}
