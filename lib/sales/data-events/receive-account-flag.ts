import { db, transaction } from "@/db/client";
import { accountFlagEvents } from "@/db/schema/data-events";
import type { Call } from "@/lib/kernel/call";
import { reachOf } from "@/lib/kernel/reach";
import { findMerchant } from "@/lib/merchants/merchants/queries";
import { reinstateConnection } from "@/lib/merchants/merchants/reinstate-connection";
import { suspendConnection } from "@/lib/merchants/merchants/suspend-connection";
import { recordAudit } from "@/lib/platform/audit/record-audit";
import { queueRescore } from "@/lib/sales/records/queue-rescore";
import { scoreSubmission } from "@/lib/sales/records/score-submission";
import { decisiveFlag } from "./queries";
import { closedForData, earlierReceipt, type Receipt, receiptColumns, refuseFuture } from "./receipt";
import type { AccountFlagEvent } from "./schema";

/** SUSPENDED and REINSTATED decide the connection, others the score. One at a time: the merchant is locked. */
export async function receiveAccountFlag(call: Call<{ input: AccountFlagEvent }>): Promise<Receipt> {
  const { actor, input, now } = call;
  const reach = reachOf(actor);
  const { tenant } = reach;
  const { eventId, flag, severity, reason, occurredAt } = input;
  refuseFuture({ occurredAt }, now);
  const { receipt, submissionId } = await transaction(async () => {
    const { merchantId, connectionStatus } = await findMerchant(reach, input.merchantId, { lock: true });
    const columns = receiptColumns({ kind: "accountFlag", tenant, merchantId, event: input, occurredAt, now });
    const [first] = await db()
      .insert(accountFlagEvents)
      .values({ ...columns, flag, severity, reason })
      .onConflictDoNothing({
        target: [accountFlagEvents.marketplaceId, accountFlagEvents.environment, accountFlagEvents.eventId],
      })
      .returning({ receivedAt: accountFlagEvents.receivedAt });
    if (!first) return { receipt: await earlierReceipt(accountFlagEvents, tenant, input), submissionId: null };
    if (connectionStatus === "DISCONNECTED") throw closedForData();
    await recordAudit({ actor, action: "account-flag.receive", detail: { flag }, subjectId: columns.id, now });
    // Otherwise a flag that occurred later has already been recorded.
    if ((await decisiveFlag(reach, merchantId)) === flag) {
      const follow = flag === "SUSPENDED" ? suspendConnection : reinstateConnection;
      await follow({ actor, merchantId, now });
    }
    const receipt: Receipt = { eventId, receivedAt: first.receivedAt };
    return { receipt, submissionId: await queueRescore(reach, merchantId, now) };
  });
  if (submissionId) await scoreSubmission(submissionId, now);
  return receipt;
}
receiveAccountFlag.errors = ["NOT_FOUND", "EVENT_CONFLICT", "CONNECTION_CLOSED"] as const;
