/** SUSPENDED and ACTIVE alternate; DISCONNECTED ends with a new consent of the merchant, and only so. */
export const connectionStatuses = ["PENDING", "ACTIVE", "SUSPENDED", "DISCONNECTED"] as const;
export type ConnectionStatus = (typeof connectionStatuses)[number];

/** Who ended a connection: the merchant, who withdrew its consent, the marketplace, or the service, which archived it. */
export const disconnectors = ["MERCHANT", "MARKETPLACE", "SERVICE"] as const;
export type Disconnector = (typeof disconnectors)[number];
