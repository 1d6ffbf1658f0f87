/** All kinds share one table and one way of signing in; each has its own pages. */
export const userKinds = ["marketplace", "operator", "merchant"] as const;
export type UserKind = (typeof userKinds)[number];

/** In characters. The upper bound limits the cost of hashing. */
export const passwordLength = { min: 10, max: 128 } as const;
