import { eq } from "drizzle-orm";
import { db, transaction, wakeWorkers } from "@/db/client";
import { settlementEvents, settlements } from "@/db/schema/settlements";
import { inTenant, ownedBy } from "@/db/tenancy";
import type { Actor, Tenant } from "@/lib/kernel/actor";
import { day, later } from "@/lib/kernel/calendar";
import type { Call } from "@/lib/kernel/call";
import { CodedError, invalidField, notFound } from "@/lib/kernel/errors";
import { newId } from "@/lib/kernel/ids";
import { reachOf } from "@/lib/kernel/reach";
import type { BusinessTime } from "@/lib/kernel/time";
import { namesMerchantOf } from "@/lib/loans/loans/named-loan";
import { findMerchant } from "@/lib/merchants/merchants/queries";
import { recordAudit } from "@/lib/platform/audit/record-audit";
import { fingerprintOf, refuseFuture, requireOwn, requireSame } from "@/lib/sales/data-events/receipt";
import type { SettlementEvent } from "./schema";
import { storeSettlement } from "./store-settlement";

/** How far ahead a period may end: it may still be in progress, and matching waits for its end. */
const farthestEnd = 366 * day;

/** Receipt of a settlement event: the settlement's id here, and when the event first arrived. */
export type SettlementReceipt = { id: string; eventId: string; receivedAt: Date };

/**
 * Once per event id and in any order (docs/repayments.md#settlements). `raw`: as sent, with camelCase names; tells a
 * repeated event from a different one.
 */
export async function receiveSettlement(
  call: Call<{ input: SettlementEvent; raw: unknown }>,
): Promise<SettlementReceipt> {
  const { actor, input, raw, now } = call;
  const { tenant } = actor;
  const { eventId } = input;
  refuseFuture({ timestamp: input.timestamp, ...momentOf(input) }, now);
  if (input.event === "settlement.created" && input.settlement.periodEnd > later(now, farthestEnd)) {
    throw invalidField("settlement.periodEnd", "Must not be more than a year in the future");
  }
  requireOwn(tenant, input.marketplace);
  return transaction(async () => {
    const merchantId = await reportedMerchant(actor, input.merchant);
    const earlier = await receiptOf(tenant, eventId, raw);
    if (earlier) return earlier;
    const kept = await storeSettlement(tenant, merchantId, input, now);
    const [first] = await db()
      .insert(settlementEvents)
      .values({
        id: newId("settlementEvent"),
        ...ownedBy(tenant),
        eventId,
        settlementId: kept.id,
        type: input.event,
        fingerprint: fingerprintOf(raw),
        body: JSON.stringify(input),
        receivedAt: now,
      })
      .onConflictDoNothing({
        target: [settlementEvents.marketplaceId, settlementEvents.environment, settlementEvents.eventId],
      })
      .returning({ id: settlementEvents.id });
    if (!first) {
      // A concurrent request stored it while we waited for the settlement's lock.
      const receipt = await receiptOf(tenant, eventId, raw);
      if (!receipt) throw new Error(`The event ${eventId} is neither new nor known.`);
      return receipt;
    }
    if (kept.conflict) throw new CodedError("SETTLEMENT_CONFLICT", kept.conflict);
    // A webhook's event names its merchant itself (docs/decisions/014).
    if (actor.kind !== "webhook") {
      const detail = { event: input.event };
      await recordAudit({ actor, action: "settlement.receive", detail, subjectId: kept.id, now });
    }
    if (kept.changed) wakeWorkers(settlements, kept.id, tenant);
    return { id: kept.id, eventId, receivedAt: now };
  });
}

function momentOf(event: SettlementEvent): Record<string, BusinessTime> {
  return event.event === "settlement.created"
    ? { "settlement.periodStart": event.settlement.periodStart }
    : { "settlement.transferredAt": event.settlement.transferredAt };
}

async function reportedMerchant(actor: Actor, named: SettlementEvent["merchant"]): Promise<string> {
  const merchant = await findMerchant(reachOf(actor), named.marketplaceId);
  if (!namesMerchantOf(merchant, named)) throw notFound("merchant");
  return merchant.merchantId;
}

async function receiptOf(tenant: Tenant, eventId: string, raw: unknown): Promise<SettlementReceipt | undefined> {
  const { settlementId: id, fingerprint, receivedAt } = settlementEvents;
  const [earlier] = await db()
    .select({ id, fingerprint, receivedAt })
    .from(settlementEvents)
    .where(inTenant(settlementEvents, tenant, eq(settlementEvents.eventId, eventId)));
  if (!earlier) return undefined;
  requireSame(earlier.fingerprint, raw);
  return { id: earlier.id, eventId, receivedAt: earlier.receivedAt };
}
