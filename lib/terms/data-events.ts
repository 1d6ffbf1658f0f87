export const accountFlags = ["SUSPENDED", "REINSTATED", "FRAUD", "POLICY_VIOLATION", "CLEARED"] as const;
export type AccountFlag = (typeof accountFlags)[number];
