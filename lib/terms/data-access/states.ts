/**
 * What a merchant has let the service fetch at its marketplace. WAITING until the first record has said which merchant
 * it is; then ACTIVE. REVOKED: the marketplace takes the permission no longer. REFUSED: nothing came of it, since it is
 * another shop's or was taken back before the first record. ENDED: withdrawn here, or replaced by a newer one.
 */
export const accessStates = ["WAITING", "ACTIVE", "REVOKED", "REFUSED", "ENDED"] as const;

export const pullFailures = [
  "UNREACHABLE",
  "SERVER_ERROR",
  "NOT_UNDERSTOOD",
  "NO_RECORD",
  "CLIENT_REFUSED",
  "ACCESS_REVOKED",
  "SOURCE_CHANGED",
  "OTHER_MERCHANT",
  "HELD_BY_ANOTHER",
  "HOLDS_ANOTHER",
] as const;
export type PullFailure = (typeof pullFailures)[number];

export type MarketplaceShop = { thirdPartyCustomerId: string; businessName: string };

/** How people see it: WORKING and FAILING are both in force, and fetched every day. */
export const accessViewStates = ["WORKING", "FAILING", "WAITING", "REVOKED", "REFUSED"] as const;
export type AccessViewState = (typeof accessViewStates)[number];
