import { hour, minute } from "@/lib/clock";

/** Events the service sends. A marketplace may subscribe to some of them. */
export const eventTypes = [
  "merchant.created",
  "kyc.submitted",
  "kyc.approved",
  "kyc.rejected",
  "kyc.requires_update",
  "funding_request.created",
  "funding_request.fulfilled",
  "funding_request.rejected",
  "loan.approved",
] as const;
export type EventType = (typeof eventTypes)[number];

/** Version of the payloads, sent with every event. */
export const eventApiVersion = "2026-11-01";

/** How long before each attempt, counted from the end of the one before it (interface document, Events). */
export const retryDelays = [0, minute, 5 * minute, 30 * minute, 2 * hour] as const;

/** Where a delivery stands. NOT_SENT is an event for which no endpoint was registered when it happened. */
export const deliveryStatuses = ["PENDING", "DELIVERED", "FAILED", "NOT_SENT"] as const;
export type DeliveryStatus = (typeof deliveryStatuses)[number];

export const endpointStatuses = ["ENABLED", "DISABLED"] as const;
export type EndpointStatus = (typeof endpointStatuses)[number];
