export const identityTypes = ["BVN", "NIN", "PASSPORT", "DRIVERS_LICENSE"] as const;

export type IdentityType = (typeof identityTypes)[number];
