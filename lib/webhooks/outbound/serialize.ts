import type { DeliveryStatus, EndpointStatus, EventType } from "./constants";
import type { EndpointAnswer, EventAnswer } from "./schema";

/** The columns of an event, its merchant, its delivery and the last attempt, as `queries.ts` selects them. */
type EventRow = {
  id: string;
  type: EventType;
  merchantId: string;
  thirdPartyCustomerId: string | null;
  occurredAt: Date;
  sequence: number;
  body: string;
  deliveryId: string;
  status: DeliveryStatus;
  attempts: number;
  dueAt: Date | null;
  /** Null when there has been no attempt. */
  lastAttempt: { at: Date; responseStatus: number | null; error: string | null; durationMs: number } | null;
};

/** An event as the API shows it. */
export function serializeEvent(row: EventRow): EventAnswer {
  return {
    id: row.id,
    event: row.type,
    merchantId: row.merchantId,
    thirdPartyCustomerId: row.thirdPartyCustomerId,
    occurredAt: row.occurredAt.toISOString(),
    sequence: row.sequence,
    payload: JSON.parse(row.body),
    delivery: {
      id: row.deliveryId,
      status: row.status,
      attempts: row.attempts,
      nextAttemptAt: row.dueAt?.toISOString() ?? null,
      lastAttempt: row.lastAttempt && { ...row.lastAttempt, at: row.lastAttempt.at.toISOString() },
    },
  };
}

/** A webhook endpoint as the API shows it: never its secret. */
export function serializeEndpoint(row: {
  url: string;
  events: EventType[] | null;
  status: EndpointStatus;
}): EndpointAnswer {
  return { url: row.url, events: row.events, status: row.status };
}
