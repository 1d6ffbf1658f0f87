export const textKinds = ["PHONE_CODE"] as const;
export type TextKind = (typeof textKinds)[number];

/** A merchant is reminded of an offer so many days before it ends, unless it has answered. */
export const offerEndingDays = 3;
