import { type Actor, type Environment, type Tenant, tenantOf } from "./actor";

declare const reachBrand: unique symbol;

/**
 * Whose data a query may touch within a tenant: every merchant's, or one merchant's. Branded, so that no query can be
 * handed a reach that was not made here: from who acts, or from a stored row. There is no default.
 */
export type Reach = { readonly tenant: Tenant; readonly [reachBrand]: true } & (
  | { readonly merchants: "every" }
  | { readonly merchants: "one"; readonly merchantId: string }
);

/**
 * Which merchants an actor reaches.
 * @throws Error for an actor that reaches none: an OAuth client at the token endpoint has only its own grants, and a person
 *   who signs in has first to be matched with their merchant.
 */
export function reachOf(actor: Actor): Reach {
  switch (actor.kind) {
    case "secretKey":
    case "marketplaceUser":
    case "webhook":
    case "job":
    case "sandbox":
      return everyMerchantOf(actor.tenant);
    case "accessToken":
      return actor.merchantId === null ? everyMerchantOf(actor.tenant) : oneMerchantOf(actor.tenant, actor.merchantId);
    case "embedToken":
      return oneMerchantOf(actor.tenant, actor.merchantId);
    case "oauthClient":
    case "merchant":
      throw new Error(`An actor of the kind ${actor.kind} reaches no merchant.`);
  }
}

/** The merchant that a stored row belongs to, for work that starts from the row. A test names who may use this. */
export function reachOfRow(row: { marketplaceId: string; environment: Environment; merchantId: string }): Reach {
  return oneMerchantOf(tenantOf(row), row.merchantId);
}

/**
 * Every merchant of a tenant, whoever acts: for work that starts from a row without a merchant, and for what is unique in
 * the whole tenant. A test names who may use this.
 */
export function everyMerchantOf(tenant: Tenant): Reach {
  return { tenant, merchants: "every" } as Reach;
}

function oneMerchantOf(tenant: Tenant, merchantId: string): Reach {
  return { tenant, merchants: "one", merchantId } as Reach;
}

/** For a statement that answers for several reaches at once: the one merchant's id, or null for every merchant. */
export function onlyMerchantIn(reach: Reach): string | null {
  return reach.merchants === "one" ? reach.merchantId : null;
}

/** Whether a row that was read for several reaches at once is in this one. */
export function reaches(
  reach: Reach,
  row: { marketplaceId: string; environment: Environment; merchantId: string },
): boolean {
  const { marketplaceId, environment } = reach.tenant;
  const only = onlyMerchantIn(reach);
  return (
    row.marketplaceId === marketplaceId &&
    row.environment === environment &&
    (only ?? row.merchantId) === row.merchantId
  );
}
