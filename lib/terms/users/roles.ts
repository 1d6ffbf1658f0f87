import { type Actor, type MarketplaceRole, marketplaceRoles, type OperatorRole } from "@/lib/kernel/actor";
import { CodedError } from "@/lib/kernel/errors";

/** Look; change data and credentials; manage the team and go live; make and unmake owners. */
export const permissions = ["view", "change", "manage", "own"] as const;
export type Permission = (typeof permissions)[number];

/** Roles from the least to the most; each may also do what those before it may. */
const granted: Record<MarketplaceRole, Permission> = {
  VIEWER: "view",
  DEVELOPER: "change",
  ADMIN: "manage",
  OWNER: "own",
};

export function mayDo(role: MarketplaceRole, permission: Permission): boolean {
  return permissions.indexOf(permission) <= permissions.indexOf(granted[role]);
}

const refusals: Record<Permission, string> = {
  view: "This takes a member of the marketplace's staff.",
  change: "A viewer cannot change anything. This takes the role of Owner, Administrator or Developer.",
  manage: "This takes the role of Owner or Administrator.",
  own: "This takes the role of Owner.",
};

/** Other actors than staff have no role and are not asked for one. */
export function requirePermission(actor: Actor, permission: Permission): void {
  if (actor.kind !== "marketplaceUser" || mayDo(actor.role, permission)) return;
  throw new CodedError("INSUFFICIENT_ROLE", refusals[permission]);
}

export function isBelow(role: MarketplaceRole, other: MarketplaceRole): boolean {
  return !mayDo(role, granted[other]);
}

export function rolesToGive(by: MarketplaceRole, present: MarketplaceRole): MarketplaceRole[] {
  return marketplaceRoles.filter((role) => role !== present && mayDo(by, permissionToGive(present, role)));
}

/** What it takes to give or take away these roles: only owners make and unmake owners. */
export function permissionToGive(...roles: MarketplaceRole[]): Permission {
  return roles.includes("OWNER") ? "own" : "manage";
}

/**
 * What staff of the service may do: look; decide about KYC; move lenders' money and say what came; service loans and collect;
 * everything that is about lenders, marketplaces and people.
 */
const operatorPermissions = ["view", "review", "pay", "collect", "manage"] as const;
export type OperatorPermission = (typeof operatorPermissions)[number];

const grantedToOperators: Record<OperatorRole, readonly OperatorPermission[]> = {
  ADMIN: operatorPermissions,
  REVIEWER: ["view", "review"],
  TREASURER: ["view", "pay"],
  COLLECTOR: ["view", "collect"],
  READ_ONLY: ["view"],
};

const operatorRefusals: Record<OperatorPermission, string> = {
  view: "This takes an operator.",
  review: "This takes the role REVIEWER or ADMIN.",
  pay: "This takes the role TREASURER or ADMIN.",
  collect: "This takes the role COLLECTOR or ADMIN.",
  manage: "This takes an operator with the role ADMIN.",
};

export function operatorMay(role: OperatorRole, permission: OperatorPermission): boolean {
  return grantedToOperators[role].includes(permission);
}

export function requireOperatorPermission(role: OperatorRole, permission: OperatorPermission): void {
  if (!operatorMay(role, permission)) throw new CodedError("INSUFFICIENT_ROLE", operatorRefusals[permission]);
}
