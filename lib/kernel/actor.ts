/** The two data sets of a marketplace. Only the credential selects one, never a field of a request. */
export const environments = ["test", "live"] as const;
export type Environment = (typeof environments)[number];

declare const tenantBrand: unique symbol;

/** Whose data a query may touch. Branded: a tenant comes from authentication or from a stored row. */
export type Tenant = {
  readonly marketplaceId: string;
  readonly environment: Environment;
  readonly [tenantBrand]: true;
};

/** Mints a tenant for a verified credential. A test lets only authentication use this. */
export function mintTenant(marketplaceId: string, environment: Environment): Tenant {
  return { marketplaceId, environment } as Tenant;
}

/** The tenant of a stored row, for background work that starts from it. */
export function tenantOf(row: { marketplaceId: string; environment: Environment }): Tenant {
  return { marketplaceId: row.marketplaceId, environment: row.environment } as Tenant;
}

/** Roles of a marketplace's staff. A VIEWER can change nothing and sees no secrets. */
export const marketplaceRoles = ["OWNER", "ADMIN", "DEVELOPER", "VIEWER"] as const;
export type MarketplaceRole = (typeof marketplaceRoles)[number];

/** Who is acting. Verbs take one, check it, and write it in the audit log. */
export type Actor =
  | { readonly kind: "secretKey"; readonly tenant: Tenant; readonly keyId: string }
  | {
      readonly kind: "accessToken";
      readonly tenant: Tenant;
      readonly clientId: string;
      /** The merchant who consented: the only one the token reaches. Null: the marketplace itself. */
      readonly merchantId: string | null;
      readonly scopes: readonly string[];
    }
  | { readonly kind: "oauthClient"; readonly tenant: Tenant; readonly clientId: string }
  | { readonly kind: "merchant"; readonly tenant: Tenant; readonly userId: string }
  /** A merchant in the hosted journey: only the one its token names. */
  | {
      readonly kind: "embedToken";
      readonly tenant: Tenant;
      readonly merchantId: string;
      /** The token's id, and the network address that a request with it came from. */
      readonly sent?: { readonly tokenId: string; readonly address: string };
    }
  /** A merchant signed in to their account, at work on what they have at one marketplace. */
  | { readonly kind: "merchantUser"; readonly tenant: Tenant; readonly merchantId: string; readonly userId: string }
  /** Whoever opened a link in a mail to this merchant. */
  | { readonly kind: "mailLink"; readonly tenant: Tenant; readonly merchantId: string }
  /** A member of the marketplace's staff, in the environment they are viewing. */
  | {
      readonly kind: "marketplaceUser";
      readonly tenant: Tenant;
      readonly userId: string;
      readonly role: MarketplaceRole;
    }
  /** The marketplace's backend, authenticated by a webhook's signature. */
  | { readonly kind: "webhook"; readonly tenant: Tenant }
  | { readonly kind: "job"; readonly tenant: Tenant; readonly task: string }
  /** Staff of the service, at work on this tenant's data. */
  | { readonly kind: "operator"; readonly tenant: Tenant; readonly userId: string }
  | { readonly kind: "sandbox"; readonly tenant: Tenant };

/** Staff of the service, at work on what belongs to no marketplace. */
export type Operator = { readonly userId: string };

/** Roles of the service's own staff. A READ_ONLY changes nothing. */
export const operatorRoles = ["ADMIN", "REVIEWER", "TREASURER", "COLLECTOR", "READ_ONLY"] as const;
export type OperatorRole = (typeof operatorRoles)[number];

/** Staff of the service signed in to it. What they do inside a tenant they do as `operatorIn` it. */
export type OperatorUser = { readonly kind: "operatorUser"; readonly userId: string; readonly role: OperatorRole };

/** A merchant signed in to their account, at work on the account itself, which belongs to no marketplace. */
export type AccountHolder = {
  readonly kind: "accountHolder";
  readonly userId: string;
  /** The session that the token is of; null for that of a browser whose cookie is from before there were sessions. */
  readonly sessionId: string | null;
};

/** A provider of payments, about what goes over one lender's account with it. */
export type RailProvider = { readonly kind: "railProvider"; readonly railId: string };

export type Caller = Actor | AccountHolder | OperatorUser | RailProvider;

export function tenantOfCaller(caller: Caller | null): Tenant | null {
  return caller && "tenant" in caller ? caller.tenant : null;
}

export function operatorIn(tenant: Tenant, { userId }: Operator): Actor {
  return { kind: "operator", tenant, userId };
}

export function actorName(actor: Actor): string {
  switch (actor.kind) {
    case "secretKey":
      return actor.keyId;
    case "accessToken":
    case "oauthClient":
      return actor.clientId;
    case "embedToken":
      return `embed:${actor.merchantId}`;
    case "mailLink":
      return `mail:${actor.merchantId}`;
    case "marketplaceUser":
    case "merchant":
    case "merchantUser":
    case "operator":
      return actor.userId;
    case "webhook":
      return "webhook";
    case "job":
      return `job:${actor.task}`;
    case "sandbox":
      return "sandbox";
  }
}
