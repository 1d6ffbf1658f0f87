import { eq } from "drizzle-orm";
import { db } from "@/db/client";
import type { accountFlagEvents, salesEvents } from "@/db/schema/data-events";
import { inReach, ownedBy } from "@/db/tenancy";
import type { Tenant } from "@/lib/actor";
import { later, minute } from "@/lib/calendar";
import { keyedDigest } from "@/lib/crypto";
import { CodedError, invalidField } from "@/lib/errors";
import type { IdKind } from "@/lib/ids";
import { newId } from "@/lib/ids";
import { everyMerchantOf } from "@/lib/reach";
import type { BusinessTime } from "@/lib/time";

type Table = typeof salesEvents | typeof accountFlagEvents;

/** The receipt of an event: its id and when it was first received. */
export type Receipt = { eventId: string; receivedAt: Date };

/** How far the sender's clock may be ahead of ours. */
const tolerance = 5 * minute;

/**
 * Rejects moments further in the future than the tolerance for the sender's clock.
 * @param moments by dot path into the body.
 * @throws CodedError VALIDATION_FAILED
 */
export function refuseFuture(moments: Record<string, BusinessTime | undefined>, now: BusinessTime): void {
  const latest = later(now, tolerance);
  const fields = Object.entries(moments)
    .filter(([, at]) => at && at > latest)
    .map(([field]) => ({ field, error: `Must not be more than ${tolerance / minute} minutes in the future` }));
  if (fields.length > 0) throw new CodedError("VALIDATION_FAILED", "The body is not valid: see errors.", { fields });
}

/**
 * Rejects an event that names a marketplace other than the credential's.
 * @throws CodedError VALIDATION_FAILED
 */
export function requireOwn(tenant: Tenant, marketplace: { id: string }): void {
  if (marketplace.id === tenant.marketplaceId) return;
  throw invalidField("marketplace.id", "Must be the id of the marketplace that the credential belongs to");
}

/** The columns common to all receipts. */
export function receiptColumns(receipt: {
  kind: IdKind;
  tenant: Tenant;
  merchantId: string;
  event: { eventId: string };
  occurredAt: BusinessTime;
  now: BusinessTime;
}) {
  const { kind, tenant, merchantId, event, occurredAt, now } = receipt;
  const fingerprint = fingerprintOf(event);
  const { eventId } = event;
  return { id: newId(kind), ...ownedBy(tenant), eventId, merchantId, fingerprint, occurredAt, receivedAt: now };
}

/**
 * The receipt of an event whose id is already used, by any merchant of the tenant. Call it in the transaction that
 * found the conflict.
 * @throws CodedError EVENT_CONFLICT when it was a different event.
 */
export async function earlierReceipt(
  table: Table,
  tenant: Tenant,
  event: { eventId: string; fingerprint: string },
): Promise<Receipt> {
  const { eventId, fingerprint } = event;
  const [earlier] = await db()
    .select({ fingerprint: table.fingerprint, receivedAt: table.receivedAt })
    .from(table)
    .where(inReach(table, everyMerchantOf(tenant), eq(table.eventId, eventId)));
  if (!earlier) throw new Error(`The event id ${eventId} is taken, but by no event.`);
  requireSame(earlier.fingerprint, fingerprint);
  return { eventId, receivedAt: earlier.receivedAt };
}

/**
 * Accepts a repeat of the earlier event with the same id, compared by fingerprint; rejects a different event.
 * @throws CodedError EVENT_CONFLICT
 */
export function requireSame(earlier: string, fingerprint: string): void {
  if (earlier === fingerprint) return;
  throw new CodedError("EVENT_CONFLICT", "An event with this id and other contents was received before.");
}

/** Digest of an event, independent of the order of its fields. */
export function fingerprintOf(event: unknown): string {
  return keyedDigest("data-events.fingerprint", canonicalJson(event));
}

/** JSON with the keys of every object sorted. */
function canonicalJson(value: unknown): string {
  return JSON.stringify(value, (_, inner: unknown) =>
    inner && typeof inner === "object" && !Array.isArray(inner)
      ? Object.fromEntries(Object.entries(inner).sort(([one], [other]) => (one < other ? -1 : 1)))
      : inner,
  );
}
