/** What a user is here for. One table and one way of signing in for all of them; each kind has pages of its own. */
export const userKinds = ["marketplace", "operator", "merchant"] as const;
export type UserKind = (typeof userKinds)[number];

/** Length of a password in characters. The upper bound keeps hashing from being made a burden. */
export const passwordLength = { min: 10, max: 128 } as const;
