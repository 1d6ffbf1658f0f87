import { foreignKey, index, pgTable, text, unique } from "drizzle-orm/pg-core";
import { idColumn, realMoment, tenantColumns } from "@/db/columns";
import { scopes } from "@/lib/terms/oauth";
import { marketplaces } from "./marketplaces";
import { ofMerchant } from "./merchants";
import { users } from "./users";

const scopesColumn = () => text("scopes", { enum: scopes }).array().notNull();

/** A marketplace's OAuth client, one per environment. Every client is confidential. */
export const oauthClients = pgTable(
  "oauth_clients",
  {
    /** Also the `client_id` on the wire. */
    id: idColumn(),
    ...tenantColumns,
    secretDigest: text("secret_digest").notNull(),
    previousSecretDigest: text("previous_secret_digest"),
    previousSecretUntil: realMoment("previous_secret_until"),
    /** Null: the secret is the one from when the client was made. */
    rotatedAt: realMoment("rotated_at"),
    lastUsedAt: realMoment("last_used_at"),
    /** When the previous secret was last used: whoever sent it has not switched yet. */
    previousLastUsedAt: realMoment("previous_last_used_at"),
    /** Compared character by character (RFC 9700, section 4.1.3). */
    redirectUris: text("redirect_uris").array().notNull(),
    createdAt: realMoment("created_at").notNull(),
  },
  (table) => [
    unique("oauth_clients_tenant").on(table.marketplaceId, table.environment),
    foreignKey({ columns: [table.marketplaceId], foreignColumns: [marketplaces.id] }),
  ],
);

/** By a merchant, whose data is all its tokens reach, or to the marketplace itself. Revoking it revokes all of them. */
export const oauthGrants = pgTable(
  "oauth_grants",
  {
    id: idColumn(),
    ...tenantColumns,
    clientId: text("client_id")
      .notNull()
      .references(() => oauthClients.id),
    /** Null: the marketplace itself (client credentials). */
    merchantId: text("merchant_id"),
    userId: text("user_id").references(() => users.id),
    scopes: scopesColumn(),
    createdAt: realMoment("created_at").notNull(),
    revokedAt: realMoment("revoked_at"),
    /** When the last of its tokens expires: then nothing is left to revoke. */
    expiresAt: realMoment("expires_at").notNull(),
  },
  (table) => [
    ofMerchant(table),
    index("oauth_grants_age").on(table.expiresAt),
    index("oauth_grants_merchant").on(table.merchantId),
  ],
);

const grantReference = () =>
  text("grant_id")
    .notNull()
    .references(() => oauthGrants.id, { onDelete: "cascade" });

/** Authorization codes by digest. A used one is kept, so that a second use is recognised. */
export const oauthCodes = pgTable(
  "oauth_codes",
  {
    digest: text("digest").primaryKey(),
    grantId: grantReference(),
    redirectUri: text("redirect_uri").notNull(),
    codeChallenge: text("code_challenge").notNull(),
    expiresAt: realMoment("expires_at").notNull(),
    usedAt: realMoment("used_at"),
  },
  (table) => [index("oauth_codes_grant").on(table.grantId)],
);

/** Access tokens by digest. Their scopes may be fewer than those of the grant. */
export const oauthAccessTokens = pgTable(
  "oauth_access_tokens",
  {
    digest: text("digest").primaryKey(),
    grantId: grantReference(),
    scopes: scopesColumn(),
    createdAt: realMoment("created_at").notNull(),
    expiresAt: realMoment("expires_at").notNull(),
    revokedAt: realMoment("revoked_at"),
  },
  (table) => [
    index("oauth_access_tokens_grant").on(table.grantId),
    index("oauth_access_tokens_age").on(table.expiresAt),
  ],
);

/** Refresh tokens by digest. Each is used once; a used one stays for as long as the grant. */
export const oauthRefreshTokens = pgTable(
  "oauth_refresh_tokens",
  {
    digest: text("digest").primaryKey(),
    grantId: grantReference(),
    createdAt: realMoment("created_at").notNull(),
    expiresAt: realMoment("expires_at").notNull(),
    usedAt: realMoment("used_at"),
  },
  (table) => [index("oauth_refresh_tokens_grant").on(table.grantId)],
);
