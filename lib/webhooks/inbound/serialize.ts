import type { Acknowledgement, RefusalList } from "./schema";

/** What was stored of an inbound webhook when its event came for the first time. */
export type Receipt = { id: string; eventId: string; receivedAt: Date };

/** The answer to an inbound webhook. */
export function toAcknowledgement({ id, eventId, receivedAt }: Receipt): Acknowledgement {
  return { status: "received", event_id: eventId, service_reference: id, received_at: receivedAt.toISOString() };
}

/** A refused webhook as the API shows it: not its body, which the marketplace has and an operator may open. */
export function toRefusal(row: {
  id: string;
  operation: string;
  code: string;
  detail: string;
  receivedAt: Date;
}): RefusalList["data"][number] {
  const { id, operation, code, detail, receivedAt } = row;
  return { id, operation, code, detail, receivedAt: receivedAt.toISOString() };
}
