/** Version of the payloads, sent with every event. */
export const eventApiVersion = "2026-11-01";

/** NOT_SENT: no enabled endpoint wanted the event when it happened. */
export const deliveryStatuses = ["PENDING", "DELIVERED", "FAILED", "NOT_SENT"] as const;
export type DeliveryStatus = (typeof deliveryStatuses)[number];

export const endpointStatuses = ["ENABLED", "DISABLED"] as const;

/** Why the service stopped sending: the receiver answered 410, or everything failed for three days. */
export const disabledReasons = ["GONE", "FAILING"] as const;
export type DisabledReason = (typeof disabledReasons)[number];

/** Most deliveries to one endpoint at once, so that no receiver holds all the workers. */
export const receiverCap = 50;

/** The same for an endpoint whose last attempt failed: enough to notice that it is back. */
export const failingReceiverCap = 2;

/** Encryption purpose of endpoint secrets. */
export const secretPurpose = "webhook_endpoints.secret";
