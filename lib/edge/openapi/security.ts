import type { Route } from "@/lib/edge/http/route";
import { scopeLabels } from "@/lib/sales/oauth/scope-labels";
import { scopes } from "@/lib/terms/oauth";
import type { Json } from "./schemas";

/** What an operation asks for; an empty list: nothing. */
export function securityOf({ wireFormat, auth: { scheme, others = [], scope } }: Route["declaration"]): Json[] {
  // OAuth's clients may also send their id and secret in the body.
  if (wireFormat) return [{}, { clientBasic: [] }];
  if (scheme === "secretKey") return [{ secretKeyHeader: [] }, { secretKeyBearer: [] }];
  if (scheme === "accessToken") return [{ accessToken: scope ? [scope] : [] }];
  return scheme === "none" ? [] : [scheme, ...others].map((one) => ({ [one]: [] }));
}

/** The kinds of credentials. @param server the address of the service */
export function securitySchemes(server: string): Json {
  return {
    secretKeyHeader: {
      type: "apiKey",
      in: "header",
      name: "X-Service-Secret-Key",
      description:
        "The marketplace's secret key. One that begins with `sk_test_` sees test data, with `sk_live_` live data.",
    },
    secretKeyBearer: { type: "http", scheme: "bearer", description: "The same key as `Authorization: Bearer`." },
    accessToken: {
      type: "oauth2",
      description:
        "An access token from `POST /oauth/token`: for all merchants of the marketplace, or for one that consented.",
      flows: oauthFlows(server),
    },
    clientBasic: { type: "http", scheme: "basic", description: "The OAuth client's id and secret (RFC 6749, 2.3.1)." },
    embedToken: {
      type: "http",
      scheme: "bearer",
      bearerFormat: "JWT",
      description: "From `POST /merchants/{ref}/embed-tokens`: for the hosted journey only, and for one merchant.",
    },
    dashboardToken: {
      type: "http",
      scheme: "bearer",
      bearerFormat: "JWT",
      description:
        "From `POST /api/marketplace-dashboard/login`: for one member of the marketplace's staff, for an hour.",
    },
    accountToken: {
      type: "http",
      scheme: "bearer",
      bearerFormat: "JWT",
      description:
        "From `POST /api/merchants/auth/login` or `refresh`: for one merchant's account, for 15 minutes. Where an " +
        "operation is about a merchant, `X-Merchant-Id` says which of the account's it is, needed when there are several.",
    },
    operatorToken: {
      type: "http",
      scheme: "bearer",
      bearerFormat: "JWT",
      description: "From `POST /api/ops/login`: for one of the service's own staff, for an hour.",
    },
    webhookSignature: {
      type: "apiKey",
      in: "header",
      name: "X-Marketplace-Signature",
      description:
        "`sha256=` and the hex HMAC-SHA256, keyed with the API secret, of `<X-Marketplace-Timestamp>.<raw body>`, over " +
        "the bytes as sent, before any compression. X-Marketplace-Timestamp is Unix seconds, at most 300 away from the " +
        "service's clock; " +
        "X-Marketplace-Id is the marketplace's id. The secret that verifies selects the environment.",
    },
    railSignature: {
      type: "apiKey",
      in: "header",
      name: "X-Paystack-Signature",
      description:
        "The hex HMAC-SHA512 of the raw body, keyed with the secret key of the lender's account with Paystack.",
    },
  };
}

function oauthFlows(server: string): Json {
  const tokenUrl = `${server}/oauth/token`;
  const named = Object.fromEntries(scopes.map((scope) => [scope, scopeLabels[scope].label]));
  const { offline_access: _, ...own } = named;
  return {
    authorizationCode: { authorizationUrl: `${server}/oauth/authorize`, tokenUrl, refreshUrl: tokenUrl, scopes: named },
    clientCredentials: { tokenUrl, scopes: own },
  };
}
