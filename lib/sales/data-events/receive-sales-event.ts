import { sql } from "drizzle-orm";
import { z } from "zod";
import { db, transaction } from "@/db/client";
import { dayOf, markDay } from "@/db/mark-collection";
import { rowsOf, timestamp } from "@/db/rows";
import { salesEvents } from "@/db/schema/data-events";
import type { Tenant } from "@/lib/kernel/actor";
import type { Call } from "@/lib/kernel/call";
import { toKobo } from "@/lib/kernel/money";
import { reachOf } from "@/lib/kernel/reach";
import { businessTimeOf } from "@/lib/kernel/time";
import { findMerchant } from "@/lib/merchants/merchants/queries";
import { runningLoans } from "@/lib/merchants/merchants/running-loans";
import { recordAudit } from "@/lib/platform/audit/record-audit";
import { closedForData, earlierReceipt, type Receipt, receiptColumns, refuseFuture } from "./receipt";
import type { SalesEvent } from "./schema";

/** Stores a sale or a return, once per event id, and has the collection of the sale's day computed. */
export async function receiveSalesEvent(call: Call<{ input: SalesEvent }>): Promise<Receipt> {
  const { actor, input, now } = call;
  const { tenant } = actor;
  const { eventId, orderId, refundOf, occurredAt } = input;
  refuseFuture({ occurredAt }, now);
  return transaction(async () => {
    const reach = reachOf(actor);
    const { merchantId, connectionStatus } = await findMerchant(reach, input.merchantId);
    const columns = receiptColumns({ kind: "salesEvent", tenant, merchantId, event: input, occurredAt, now });
    const [first] = await db()
      .insert(salesEvents)
      .values({ ...columns, orderId, refundOf: refundOf ?? null, amount: toKobo(input.amount) })
      .onConflictDoNothing({ target: [salesEvents.marketplaceId, salesEvents.environment, salesEvents.eventId] })
      .returning({ receivedAt: salesEvents.receivedAt });
    if (!first) return earlierReceipt(salesEvents, tenant, input);
    // The sales that a running loan is repaid from are reported until it is repaid.
    const closed = connectionStatus === "DISCONNECTED" && (await runningLoans(reach, merchantId)).length === 0;
    if (closed) throw closedForData();
    await recordAudit({ actor, action: "sales-event.receive", subjectId: columns.id, now });
    // What is told of an order concerns the days on which it was told of before, of whichever merchant.
    const days = await daysOf({ tenant, merchantId, orderId: refundOf ?? orderId, telling: columns.id });
    for (const told of new Set(days.map((day) => day.merchantId))) {
      const at = days.flatMap((day) => (day.merchantId === told ? [businessTimeOf(day.at)] : []));
      await markDay({ tenant, merchantId: told, orderId: refundOf ?? orderId, at, now });
    }
    return { eventId, receivedAt: first.receivedAt };
  });
}
receiveSalesEvent.errors = ["NOT_FOUND", "EVENT_CONFLICT", "CONNECTION_CLOSED"] as const;

const dayRow = z.strictObject({ merchantId: z.string(), at: timestamp });

/** The days on which an order was told of, of the merchant, and of another that was told to have made the same sale. */
async function daysOf(told: { tenant: Tenant; merchantId: string; orderId: string; telling: string }) {
  const { tenant, merchantId, orderId, telling } = told;
  return rowsOf(dayRow)`
    select s.merchant_id as "merchantId", min(s.occurred_at) as at from sales_events s
    where s.marketplace_id = ${tenant.marketplaceId} and s.environment = ${tenant.environment}
      and s.order_id = ${orderId} and s.refund_of is null
      and (s.merchant_id = ${merchantId} or exists (select from sales_events t where t.id = ${telling}
        and t.order_id = s.order_id and t.refund_of is null and t.occurred_at = s.occurred_at and t.amount = s.amount))
    group by s.merchant_id, ${dayOf(sql`s.occurred_at`)}
    union
    select r.merchant_id, min(r.source_at) from repayment_events r
    where r.merchant_id = ${merchantId} and r.order_id = ${orderId}
    group by r.merchant_id, ${dayOf(sql`r.source_at`)}`;
}
