import { type Actor, type Environment, type Tenant, tenantOf } from "./actor";

declare const reachBrand: unique symbol;

/** Every one, or one. Branded: made here, from an actor or from a stored row, and there is no default. */
export type Reach = { readonly tenant: Tenant; readonly [reachBrand]: true } & (
  | { readonly merchants: "every" }
  | { readonly merchants: "one"; readonly merchantId: string }
);

/**
 * Which merchants an actor reaches.
 * @throws Error for an actor that reaches none: an OAuth client has only its own grants, and a person who signs in has
 *   first to be matched with their merchant.
 */
export function reachOf(actor: Actor): Reach {
  switch (actor.kind) {
    case "secretKey":
    case "marketplaceUser":
    case "webhook":
    case "job":
    case "operator":
    case "sandbox":
      return everyMerchantOf(actor.tenant);
    case "accessToken":
      return actor.merchantId === null ? everyMerchantOf(actor.tenant) : oneMerchantOf(actor.tenant, actor.merchantId);
    case "embedToken":
    case "merchantUser":
    case "mailLink":
      return oneMerchantOf(actor.tenant, actor.merchantId);
    case "oauthClient":
    case "merchant":
      throw new Error(`An actor of the kind ${actor.kind} reaches no merchant.`);
  }
}

/** The merchant of a stored row, for work that starts from it. A test names who may use this. */
export function reachOfRow(row: { marketplaceId: string; environment: Environment; merchantId: string }): Reach {
  return oneMerchantOf(tenantOf(row), row.merchantId);
}

/** For work on rows without a merchant, and for what is unique in the tenant. A test names who may use this. */
export function everyMerchantOf(tenant: Tenant): Reach {
  return { tenant, merchants: "every" } as Reach;
}

function oneMerchantOf(tenant: Tenant, merchantId: string): Reach {
  return { tenant, merchants: "one", merchantId } as Reach;
}

/** The one merchant's id, or null for every merchant: for a statement that answers for several reaches. */
export function onlyMerchantIn(reach: Reach): string | null {
  return reach.merchants === "one" ? reach.merchantId : null;
}

/** Whether a row read for several reaches is in this one. */
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
