import { db, transaction } from "@/db/client";
import { markDay } from "@/db/mark-collection";
import { salesEvents } from "@/db/schema/data-events";
import { recordAudit } from "@/lib/audit/record-audit";
import type { Call } from "@/lib/call";
import { runningLoans } from "@/lib/loans/running-loans";
import { findMerchant } from "@/lib/merchants/queries";
import { toKobo } from "@/lib/money";
import { reachOf } from "@/lib/reach";
import { closedForData, earlierReceipt, type Receipt, receiptColumns, refuseFuture } from "./receipt";
import type { SalesEvent } from "./schema";

/**
 * Stores a sale, once per event id, and has the collection of its day computed.
 * @throws CodedError VALIDATION_FAILED, NOT_FOUND, EVENT_CONFLICT, CONNECTION_CLOSED
 */
export async function receiveSalesEvent(call: Call<{ input: SalesEvent }>): Promise<Receipt> {
  const { actor, input, now } = call;
  const { tenant } = actor;
  const { eventId, orderId, occurredAt } = input;
  refuseFuture({ occurredAt }, now);
  return transaction(async () => {
    const reach = reachOf(actor);
    const { merchantId, connectionStatus } = await findMerchant(reach, input.merchantId);
    const columns = receiptColumns({ kind: "salesEvent", tenant, merchantId, event: input, occurredAt, now });
    const [first] = await db()
      .insert(salesEvents)
      .values({ ...columns, orderId, amount: toKobo(input.amount) })
      .onConflictDoNothing({ target: [salesEvents.marketplaceId, salesEvents.environment, salesEvents.eventId] })
      .returning({ receivedAt: salesEvents.receivedAt });
    if (!first) return earlierReceipt(salesEvents, tenant, columns);
    // The sales that a running loan is repaid from are reported until it is repaid.
    const closed = connectionStatus === "DISCONNECTED" && (await runningLoans(reach, merchantId)).length === 0;
    if (closed) throw closedForData();
    await recordAudit({ actor, action: "sales-event.receive", subjectId: columns.id, now });
    await markDay({ tenant, merchantId, orderId, at: occurredAt, now });
    return { eventId, receivedAt: first.receivedAt };
  });
}
