import { eq } from "drizzle-orm";
import { db } from "@/db/client";
import type { accountFlagEvents, salesEvents } from "@/db/schema/data-events";
import { inReach, ownedBy } from "@/db/tenancy";
import type { Tenant } from "@/lib/kernel/actor";
import { later, minute } from "@/lib/kernel/calendar";
import { canonicalJson } from "@/lib/kernel/canonical-json";
import { keyedDigests } from "@/lib/kernel/crypto";
import { CodedError, invalidField, refuseInvalid } from "@/lib/kernel/errors";
import { type IdKind, newId } from "@/lib/kernel/ids";
import { everyMerchantOf } from "@/lib/kernel/reach";
import type { BusinessTime } from "@/lib/kernel/time";

type Table = typeof salesEvents | typeof accountFlagEvents;

export type Receipt = { eventId: string; receivedAt: Date };

/** How far the sender's clock may be ahead of ours. */
const tolerance = 5 * minute;

/** @param moments by dot path into the body. */
export function refuseFuture(moments: Record<string, BusinessTime | undefined>, now: BusinessTime): void {
  const latest = later(now, tolerance);
  const error = `Must not be more than ${tolerance / minute} minutes in the future`;
  refuseInvalid(Object.entries(moments).flatMap(([field, at]) => (at && at > latest ? [{ field, error }] : [])));
}

export function requireOwn(tenant: Tenant, marketplace: { id: string }): void {
  if (marketplace.id === tenant.marketplaceId) return;
  throw invalidField("marketplace.id", "Must be the id of the marketplace that the credential belongs to");
}

export function closedForData(): CodedError {
  return new CodedError("CONNECTION_CLOSED", "The merchant is disconnected; no data is accepted for it.");
}

export function receiptColumns(receipt: {
  kind: IdKind;
  tenant: Tenant;
  merchantId: string;
  event: { eventId: string };
  occurredAt: BusinessTime;
  now: BusinessTime;
}) {
  const { kind, tenant, merchantId, event, occurredAt, now: receivedAt } = receipt;
  const common = { merchantId, eventId: event.eventId, fingerprint: fingerprintOf(event), occurredAt, receivedAt };
  return { id: newId(kind), ...ownedBy(tenant), ...common };
}

export async function earlierReceipt(table: Table, tenant: Tenant, event: { eventId: string }): Promise<Receipt> {
  const { eventId } = event;
  const [earlier] = await db()
    .select({ fingerprint: table.fingerprint, receivedAt: table.receivedAt })
    .from(table)
    .where(inReach(table, everyMerchantOf(tenant), eq(table.eventId, eventId)));
  if (!earlier) throw new Error(`The event id ${eventId} is taken, but by no event.`);
  requireSame(earlier.fingerprint, event);
  return { eventId, receivedAt: earlier.receivedAt };
}

export function requireSame(earlier: string, event: unknown): void {
  // Until null said the same as nothing, it was part of the digest.
  if ([...fingerprintsOf(event), ...digestsOf(canonicalJson(event))].includes(earlier)) return;
  throw new CodedError("EVENT_CONFLICT", "A different event with this id has already been received.");
}

/** Digest of an event, independent of the order of its fields; null is the same as leaving a field out. */
export const fingerprintOf = (event: unknown): string => fingerprintsOf(event)[0] ?? "";

function fingerprintsOf(event: unknown): string[] {
  const text = canonicalJson(event);
  return digestsOf(text.includes("null") ? canonicalJson(JSON.parse(text, (_, value) => value ?? undefined)) : text);
}

function digestsOf(text: string): string[] {
  return keyedDigests("data-events.fingerprint", text);
}
