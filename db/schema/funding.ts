import { sql } from "drizzle-orm";
import { index, integer, jsonb, pgTable, text } from "drizzle-orm/pg-core";
import { businessMoment, dueColumns, dueIndex, idColumn, kobo, tenantColumns } from "@/db/columns";
import { failureReasons, fundingStatuses, purposes, type Tenor } from "@/lib/terms/funding/constants";
import type { DecidedBy } from "@/lib/terms/funding/decided-by-schema";
import { ofMerchant } from "./merchants";

/** A merchant's request for funding. At most one loan, which points back here, fulfils it. */
export const fundingRequests = pgTable(
  "funding_requests",
  {
    id: idColumn(),
    ...tenantColumns,
    merchantId: text("merchant_id").notNull(),
    amountRequested: kobo("amount_requested").notNull(),
    tenorDays: integer("tenor_days").$type<Tenor>().notNull(),
    purpose: text("purpose", { enum: purposes }).notNull(),
    financingTimeframeDays: integer("financing_timeframe_days").notNull(),
    status: text("status", { enum: fundingStatuses }).notNull(),
    failureReason: text("failure_reason", { enum: failureReasons }),
    createdAt: businessMoment("created_at").notNull(),
    decidedAt: businessMoment("decided_at"),
    /** Null while it is PENDING, where there was no score, and for what was decided before figures were kept. */
    decidedBy: jsonb("decided_by").$type<DecidedBy>(),
    ...dueColumns,
  },
  (table) => [
    ofMerchant(table),
    index("funding_requests_merchant").on(table.merchantId, table.id),
    dueIndex("funding_requests_due", table),
    // By the business clock, which the ids do not tell: they are made by the real one.
    index("funding_requests_newest").on(table.marketplaceId, table.environment, table.createdAt, table.id),
    index("funding_requests_status").on(
      table.marketplaceId,
      table.environment,
      table.status,
      table.createdAt,
      table.id,
    ),
    index("funding_requests_reason")
      .on(table.marketplaceId, table.environment, table.failureReason, table.createdAt, table.id)
      .where(sql`failure_reason is not null`),
  ],
);
