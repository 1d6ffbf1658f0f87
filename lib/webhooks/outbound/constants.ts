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
  "loan.disbursed",
  "loan.repayment_updated",
  "loan.nearly_complete",
  "loan.completed",
  "loan.reopened",
  "loan.defaulted",
  "loan.written_off",
  "loan.cancelled",
] as const;
export type EventType = (typeof eventTypes)[number];

/** Version of the payloads, sent with every event. */
export const eventApiVersion = "2026-11-01";

/** Where a delivery stands. NOT_SENT is an event for which no endpoint was registered when it happened. */
export const deliveryStatuses = ["PENDING", "DELIVERED", "FAILED", "NOT_SENT"] as const;
export type DeliveryStatus = (typeof deliveryStatuses)[number];

export const endpointStatuses = ["ENABLED", "DISABLED"] as const;
export type EndpointStatus = (typeof endpointStatuses)[number];

/** Why the service stopped sending: the receiver said 410, or three days brought nothing but failures. */
export const disabledReasons = ["GONE", "FAILING"] as const;
export type DisabledReason = (typeof disabledReasons)[number];

/** How many deliveries to one endpoint may be under way at once, so that no receiver holds all the workers. */
export const receiverCap = 50;

/** The same for an endpoint whose last attempt failed: enough to notice that it is back. */
export const failingReceiverCap = 2;

/** What endpoint secrets are encrypted as; see `lib/crypto.ts`. */
export const secretPurpose = "webhook_endpoints.secret";
