/** What a marketplace reports about a merchant's account with it. */
export const accountFlags = ["SUSPENDED", "REINSTATED", "FRAUD", "POLICY_VIOLATION", "CLEARED"] as const;
export type AccountFlag = (typeof accountFlags)[number];
