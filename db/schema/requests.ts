import { sql } from "drizzle-orm";
import { index, integer, pgTable, primaryKey, real, smallint, text } from "drizzle-orm/pg-core";
import { realMoment, tenantColumns } from "@/db/columns";

/** Requests that a marketplace's own programs and staff made: what was asked and how it went, never what was said. */
export const requestLog = pgTable(
  "request_log",
  {
    id: text("id").notNull(),
    ...tenantColumns,
    /** From X-Request-Id; a sender may give several requests the same. */
    requestId: text("request_id").notNull(),
    operation: text("operation").notNull(),
    method: text("method").notNull(),
    /** Without the query, shortened as it is in the log of the process. */
    path: text("path").notNull(),
    status: smallint("status").notNull(),
    /** 2 for 200 to 299, and so on. */
    statusClass: smallint("status_class").generatedAlwaysAs(sql`status / 100`).notNull(),
    code: text("code"),
    /** Which key, client or user asked, as the audit log names it. */
    credential: text("credential").notNull(),
    durationMs: real("duration_ms").notNull(),
    at: realMoment("at").notNull(),
  },
  (table) => [
    primaryKey({ columns: [table.marketplaceId, table.environment, table.id] }),
    index("request_log_class").on(table.marketplaceId, table.environment, table.statusClass, table.id),
    index("request_log_operation").on(
      table.marketplaceId,
      table.environment,
      table.operation,
      table.statusClass,
      table.id,
    ),
    index("request_log_request").on(table.marketplaceId, table.environment, table.requestId),
    index("request_log_age").on(table.at),
  ],
);

/** How many requests of a tenant the request log has left out, by second. */
export const requestGaps = pgTable(
  "request_gaps",
  {
    ...tenantColumns,
    at: realMoment("at").notNull(),
    leftOut: integer("left_out").notNull(),
  },
  (table) => [
    primaryKey({ columns: [table.marketplaceId, table.environment, table.at] }),
    index("request_gaps_age").on(table.at),
  ],
);
