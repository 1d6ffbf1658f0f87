/** Kinds of users. All share one table and one way of signing in; each kind has its own pages. */
export const userKinds = ["marketplace", "operator", "merchant"] as const;
export type UserKind = (typeof userKinds)[number];

/** Length of a password in characters. The upper bound keeps hashing from being made a burden. */
export const passwordLength = { min: 10, max: 128 } as const;
