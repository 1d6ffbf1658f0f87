import { sql } from "drizzle-orm";
import { foreignKey, index, integer, jsonb, pgTable, primaryKey, text, uniqueIndex } from "drizzle-orm/pg-core";
import { businessMoment, dueColumns, dueIndex, dueInLane, idColumn, realMoment, tenantColumns } from "@/db/columns";
import type { AuthorizationServer } from "@/lib/terms/data-access/schema";
import { accessStates, type MarketplaceShop, pullFailures } from "@/lib/terms/data-access/states";
import { marketplaces } from "./marketplaces";
import { ofMerchant } from "./merchants";
import { users } from "./users";

/** Where a marketplace lets the service fetch its merchants' records: its OAuth server, and the address they are at. */
export const dataSources = pgTable(
  "data_sources",
  {
    ...tenantColumns,
    issuer: text("issuer").notNull(),
    /** The service's own, at that server. */
    clientId: text("client_id").notNull(),
    clientSecret: text("client_secret_encrypted").notNull(),
    dataUrl: text("data_url").notNull(),
    scopes: text("scopes").array().notNull().default([]),
    /** What the catalogue says of the marketplace. */
    description: text("description"),
    createdAt: realMoment("created_at").notNull(),
    updatedAt: realMoment("updated_at").notNull(),
  },
  (table) => [
    primaryKey({ columns: [table.marketplaceId, table.environment] }),
    foreignKey({ columns: [table.marketplaceId], foreignColumns: [marketplaces.id] }),
  ],
);

const userReference = () =>
  text("user_id")
    .notNull()
    .references(() => users.id, { onDelete: "cascade" });

/** Merchants on their way to a marketplace's server and back. A used one stays until it expires. */
export const authorizationAttempts = pgTable(
  "authorization_attempts",
  {
    /** SHA-256 of the state that the marketplace sends back. */
    digest: text("digest").primaryKey(),
    ...tenantColumns,
    userId: userReference(),
    /** Which merchant's access is renewed; null: the record will say. */
    merchantId: text("merchant_id"),
    clientId: text("client_id").notNull(),
    /** What the server says of itself, as it was when this began: the answer is held against it. */
    server: jsonb("server").$type<AuthorizationServer>().notNull(),
    codeVerifier: text("code_verifier_encrypted").notNull(),
    /** Keyed digest of the browser's own mark, which has to bring the answer; null: asked for by a program. */
    device: text("device"),
    /** The session of the program that asked. */
    sessionId: text("session_id"),
    expiresAt: realMoment("expires_at").notNull(),
    usedAt: realMoment("used_at"),
  },
  (table) => [ofMerchant(table), index("authorization_attempts_age").on(table.expiresAt)],
);

/** A merchant's permission to fetch its records, and how that goes. It is due when the next record is fetched. */
export const dataAccesses = pgTable(
  "data_accesses",
  {
    id: idColumn(),
    ...tenantColumns,
    userId: userReference(),
    /** Null until the first record has said which it is. */
    merchantId: text("merchant_id"),
    state: text("state", { enum: accessStates }).notNull(),
    /** Whose tokens these are: they are shown to no other server. */
    issuer: text("issuer").notNull(),
    clientId: text("client_id").notNull(),
    /** As JSON, encrypted; null once there is nothing left to revoke. */
    tokens: text("tokens_encrypted"),
    /** One more with each change of the tokens. */
    tokenRevision: integer("token_revision").notNull().default(0),
    /** When the access token expires; null: the server does not say. */
    tokenExpiresAt: realMoment("token_expires_at"),
    /** Until when a worker has the tokens' exchange to itself. */
    exchangingUntil: realMoment("exchanging_until"),
    authorizedAt: businessMoment("authorized_at").notNull(),
    lastTriedAt: businessMoment("last_tried_at"),
    lastPulledAt: businessMoment("last_pulled_at"),
    failure: text("failure", { enum: pullFailures }),
    /** The same for the marketplace's developer: what was asked and what came. */
    failureDetail: text("failure_detail"),
    /** Of a REFUSED one: the shop it is of, as the marketplace calls it. */
    refusedShop: jsonb("refused_shop").$type<MarketplaceShop>(),
    /** In a row. */
    failures: integer("failures").notNull().default(0),
    endedAt: realMoment("ended_at"),
    ...dueColumns,
  },
  (table) => [
    ofMerchant(table),
    uniqueIndex("data_accesses_merchant").on(table.merchantId).where(sql`state in ('ACTIVE', 'REVOKED')`),
    index("data_accesses_user").on(table.userId, table.marketplaceId, table.environment),
    index("data_accesses_tenant").on(table.marketplaceId, table.environment, table.merchantId),
    dueIndex("data_accesses_due", table),
    dueInLane("data_accesses_due_in_lane", table),
    index("data_accesses_age").on(table.endedAt).where(sql`ended_at is not null`),
  ],
);
