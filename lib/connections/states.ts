/** A merchant's connection to its marketplace. SUSPENDED and ACTIVE alternate; DISCONNECTED is final. */
export const connectionStatuses = ["PENDING", "ACTIVE", "SUSPENDED", "DISCONNECTED"] as const;
export type ConnectionStatus = (typeof connectionStatuses)[number];
