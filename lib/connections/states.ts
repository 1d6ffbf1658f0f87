/**
 * A merchant's connection to its marketplace. SUSPENDED and ACTIVE alternate; DISCONNECTED ends with a new consent of the
 * merchant, and only so.
 */
export const connectionStatuses = ["PENDING", "ACTIVE", "SUSPENDED", "DISCONNECTED"] as const;
export type ConnectionStatus = (typeof connectionStatuses)[number];

/** Who ended a connection: the merchant, who withdrew its consent, or the marketplace. */
export const disconnectors = ["MERCHANT", "MARKETPLACE"] as const;
export type Disconnector = (typeof disconnectors)[number];
