/** What a seller can allow: to read its sales, and to go on doing so without being asked again. */
export const demoScopes = ["sales.read", "offline_access"] as const;
export type DemoScope = (typeof demoScopes)[number];

/** Ways in which the demo marketplace's server can fail whoever asks about a seller. */
export const sellerFaults = ["down", "slow", "nonsense"] as const;
export type SellerFault = (typeof sellerFaults)[number];
