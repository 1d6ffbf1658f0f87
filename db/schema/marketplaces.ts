import { sql } from "drizzle-orm";
import { bigint, foreignKey, index, jsonb, pgTable, primaryKey, text, uniqueIndex } from "drizzle-orm/pg-core";
import { idColumn, kobo, realMoment, tenantColumns } from "@/db/columns";
import { environments } from "@/lib/kernel/actor";
import { goLiveStatuses } from "@/lib/terms/go-live";
import type { MailRecipients } from "@/lib/terms/marketplaces";

/** A marketplace: the tenant. Everything it owns exists once per environment. */
export const marketplaces = pgTable("marketplaces", {
  id: idColumn(),
  name: text("name").notNull(),
  /** Where the service writes to its staff (a disabled webhook, for one). */
  contactEmail: text("contact_email").notNull(),
  /** Its look where its own page says nothing else: an https address, a colour as #rrggbb. */
  logo: text("logo"),
  primaryColour: text("primary_colour"),
  /** Who is written to instead of the address above, by what it is about; an empty list: that address. */
  mailRecipients: jsonb("mail_recipients").$type<MailRecipients>().notNull().default({ webhook: [], goLive: [] }),
  /** When live credentials began to be accepted; null until then. */
  liveAt: realMoment("live_at"),
  /** Since when nothing new is lent live to its merchants. */
  suspendedAt: realMoment("suspended_at"),
  /** The most that one of its merchants may owe, in kobo. */
  maximumLendingCap: kobo("maximum_lending_cap").notNull(),
  /** How far the sandbox has moved the test environment's clock ahead of real time, in milliseconds. */
  testClockAhead: bigint("test_clock_ahead_ms", { mode: "number" }).notNull().default(0),
  /** When it was last moved: no work can have been due by it before. */
  testClockMovedAt: realMoment("test_clock_moved_at"),
  /** Marketplaces of one tester, whose test merchants may be one borrower, have the same; null: it stands alone. */
  testedTogether: text("tested_together"),
  createdAt: realMoment("created_at").notNull(),
});

/** Origins of a marketplace's own pages that may frame the hosted journey, one list per environment. */
export const embeddingOrigins = pgTable(
  "embedding_origins",
  {
    ...tenantColumns,
    origins: jsonb("origins").$type<string[]>().notNull(),
    updatedAt: realMoment("updated_at").notNull(),
  },
  (table) => [
    primaryKey({ columns: [table.marketplaceId, table.environment] }),
    foreignKey({ columns: [table.marketplaceId], foreignColumns: [marketplaces.id] }),
  ],
);

/** What a marketplace signs its webhooks with, one per environment. */
export const apiSecrets = pgTable(
  "api_secrets",
  {
    ...tenantColumns,
    secret: text("secret_encrypted").notNull(),
    previousSecret: text("previous_secret_encrypted"),
    previousSecretUntil: realMoment("previous_secret_until"),
    rotatedAt: realMoment("rotated_at").notNull(),
    lastUsedAt: realMoment("last_used_at"),
    /** When the previous one last verified: whoever still signs with it has not switched yet. */
    previousLastUsedAt: realMoment("previous_last_used_at"),
  },
  (table) => [
    primaryKey({ columns: [table.marketplaceId, table.environment] }),
    foreignKey({ columns: [table.marketplaceId], foreignColumns: [marketplaces.id] }),
  ],
);

/** Authentic webhooks that were refused (malformed, or about something unknown), for an operator. */
export const inboundRefusals = pgTable(
  "inbound_refusals",
  {
    id: idColumn(),
    ...tenantColumns,
    operation: text("operation").notNull(),
    /** The error code it was answered with. */
    code: text("code").notNull(),
    detail: text("detail").notNull(),
    body: text("body_encrypted").notNull(),
    receivedAt: realMoment("received_at").notNull(),
  },
  (table) => [
    foreignKey({ columns: [table.marketplaceId], foreignColumns: [marketplaces.id] }),
    index("inbound_refusals_tenant").on(table.marketplaceId, table.environment, table.id),
    index("inbound_refusals_age").on(table.receivedAt),
  ],
);

/** Secret keys of a marketplace's backend, stored as digests: the key itself is shown once. */
export const secretKeys = pgTable(
  "secret_keys",
  {
    id: idColumn(),
    marketplaceId: text("marketplace_id")
      .notNull()
      .references(() => marketplaces.id),
    environment: text("environment", { enum: environments }).notNull(),
    /** What its marketplace calls it. */
    name: text("name"),
    digest: text("digest").notNull().unique(),
    lastFour: text("last_four").notNull(),
    createdAt: realMoment("created_at").notNull(),
    lastUsedAt: realMoment("last_used_at"),
    revokedAt: realMoment("revoked_at"),
  },
  (table) => [index("secret_keys_tenant").on(table.marketplaceId, table.environment, table.id)],
);

/** A marketplace's staff ask for it to be taken live, and what became of that. Always of the live environment. */
export const goLiveRequests = pgTable(
  "go_live_requests",
  {
    id: idColumn(),
    ...tenantColumns,
    status: text("status", { enum: goLiveStatuses }).notNull(),
    note: text("note"),
    /** A user's id, which may be that of somebody who has left. */
    requestedBy: text("requested_by").notNull(),
    requestedAt: realMoment("requested_at").notNull(),
    endedAt: realMoment("ended_at"),
    reason: text("reason"),
  },
  (table) => [
    foreignKey({ columns: [table.marketplaceId], foreignColumns: [marketplaces.id] }),
    uniqueIndex("go_live_requests_open").on(table.marketplaceId).where(sql`status = 'REQUESTED'`),
    index("go_live_requests_tenant").on(table.marketplaceId, table.environment, table.id),
  ],
);
