import type { Acknowledgement } from "./schema";

/** What was stored of an inbound webhook when its event was first received. */
export type Receipt = { id: string; eventId: string; receivedAt: Date };

export function toAcknowledgement({ id, eventId, receivedAt }: Receipt): Acknowledgement {
  return { status: "received", event_id: eventId, service_reference: id, received_at: receivedAt.toISOString() };
}
