import { sql } from "drizzle-orm";
import {
  boolean,
  foreignKey,
  index,
  integer,
  type PgColumn,
  pgTable,
  text,
  unique,
  uniqueIndex,
} from "drizzle-orm/pg-core";
import { businessMoment, idColumn, tenantColumns } from "@/db/columns";
import { connectionStatuses, disconnectors } from "@/lib/terms/connections";
import { businessTypes } from "@/lib/terms/merchants/business-kinds";
import { marketplaces } from "./marketplaces";
import { users } from "./users";

export const merchants = pgTable(
  "merchants",
  {
    id: idColumn(),
    ...tenantColumns,
    /** The marketplace's own id; null for a merchant who has consented but has no submission yet. */
    thirdPartyCustomerId: text("third_party_customer_id"),
    /** The user who signs in for it, if any. */
    userId: text("user_id").references(() => users.id),
    businessName: text("business_name").notNull(),
    email: text("email"),
    phoneNumber: text("phone_number"),
    firstName: text("first_name"),
    lastName: text("last_name"),
    businessType: text("business_type", { enum: businessTypes }),
    industry: text("industry"),
    businessCategory: text("business_category"),
    /** Number of the last event about this merchant; the next event takes the next one. */
    eventSequence: integer("event_sequence").notNull().default(0),
    /** Whether it wants the weekly summary by mail. */
    weeklySummary: boolean("weekly_summary").notNull().default(true),
    createdAt: businessMoment("created_at").notNull(),
    /** When `merchant.created` was sent: at the first POST /merchants, which may come after the first data. */
    announcedAt: businessMoment("announced_at"),
    /** Since when lists leave it out. A new consent of the merchant brings it back. */
    archivedAt: businessMoment("archived_at"),
  },
  (table) => [
    unique("merchants_third_party_customer_id").on(table.marketplaceId, table.environment, table.thirdPartyCustomerId),
    // Partial, since most merchants have no user: a batch of new ones has one index less to fill. A user comes first,
    // who asks for all of theirs.
    uniqueIndex("merchants_user")
      .on(table.userId, table.marketplaceId, table.environment)
      .where(sql`user_id is not null`),
    unique("merchants_tenant").on(table.marketplaceId, table.environment, table.id),
    // What staff search by (lib/surfaces/dashboard/merchants-named.ts). The tenant is part of it, so that nobody's search
    // reads another's names, and one expression, so that no other index can answer.
    index("merchants_search").using(
      "gin",
      sql`(marketplace_id || ':' || environment)`,
      sql`(' ' || business_name || ' ' || coalesce(third_party_customer_id, '')) gin_trgm_ops`,
    ),
    index("merchants_email")
      .on(table.marketplaceId, table.environment, sql`lower(email)`)
      .where(sql`email is not null`),
    // What callers say (lib/surfaces/console/loans/find-caller.ts).
    index("merchants_phone_end")
      .on(table.environment, sql`right(phone_number, 4)`)
      .where(sql`phone_number is not null`),
    foreignKey({ columns: [table.marketplaceId], foreignColumns: [marketplaces.id] }),
  ],
);

/** Ties a row to its merchant by all three columns, so that it cannot point into another tenant. */
export function ofMerchant(row: { marketplaceId: PgColumn; environment: PgColumn; merchantId: PgColumn }) {
  const { marketplaceId, environment, id } = merchants;
  return foreignKey({
    columns: [row.marketplaceId, row.environment, row.merchantId],
    foreignColumns: [marketplaceId, environment, id],
  });
}

/** The link between a merchant and its marketplace: whether data flows and money may be requested. */
export const connections = pgTable(
  "connections",
  {
    id: idColumn(),
    ...tenantColumns,
    merchantId: text("merchant_id").notNull().unique(),
    status: text("status", { enum: connectionStatuses }).notNull(),
    externalReference: text("external_reference"),
    createdAt: businessMoment("created_at").notNull(),
    activatedAt: businessMoment("activated_at"),
    /** Null unless it is DISCONNECTED, like the two below. What came before is in the audit log. */
    disconnectedAt: businessMoment("disconnected_at"),
    disconnectedBy: text("disconnected_by", { enum: disconnectors }),
    /** The marketplace's reason, in its own words. */
    disconnectNote: text("disconnect_note"),
  },
  (table) => [
    ofMerchant(table),
    index("connections_status").on(table.marketplaceId, table.environment, table.status, table.merchantId),
  ],
);
