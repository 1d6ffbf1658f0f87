/** All kinds share one table and one way of signing in; each has its own pages. */
export const userKinds = ["marketplace", "operator", "merchant"] as const;
export type UserKind = (typeof userKinds)[number];

/** In characters. The upper bound limits the cost of hashing. */
export const passwordLength = { min: 10, max: 128 } as const;

/** What people read of a role: its name, and what it may do. */
export const roleLabels = { OWNER: "Owner", ADMIN: "Administrator", DEVELOPER: "Developer", VIEWER: "Viewer" } as const;

export const operatorRoleLabels = {
  ADMIN: "Administrator",
  REVIEWER: "Reviewer",
  TREASURER: "Treasurer",
  COLLECTOR: "Collector",
  READ_ONLY: "Looks only",
} as const;
