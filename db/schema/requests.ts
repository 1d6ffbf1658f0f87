import { sql } from "drizzle-orm";
import { index, integer, pgTable, primaryKey, real, smallint, text } from "drizzle-orm/pg-core";
import { realMoment, tenantColumns } from "@/db/columns";

const columns = {
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
};

const log = (name: string, { aged }: { aged: boolean }) =>
  pgTable(name, columns, (table) => [
    primaryKey({ columns: [table.marketplaceId, table.environment, table.id] }),
    index(`${name}_class`).on(table.marketplaceId, table.environment, table.statusClass, table.id),
    index(`${name}_operation`).on(table.marketplaceId, table.environment, table.operation, table.statusClass, table.id),
    index(`${name}_request`).on(table.marketplaceId, table.environment, table.requestId),
    ...(aged ? [index(`${name}_age`).on(table.at)] : []),
  ]);

/**
 * Requests that a marketplace's own programs and staff made: what was asked and how it went, never what was said. A partition
 * for each day (db/request-days.ts), by the ids, which say when they were made.
 */
export const loggedRequests = log("logged_requests", { aged: false });

/** Those from before they were kept by day, two weeks long. No release that knows the other table writes here. */
export const formerRequestLog = log("request_log", { aged: true });

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
