import { boolean, integer, pgTable, text, unique } from "drizzle-orm/pg-core";
import { businessMoment, dueColumns, dueIndex, idColumn, tenantColumns } from "@/db/columns";
import { batchStatuses } from "@/lib/terms/ingestion";

/** Bulk submissions. The marketplace's batch id makes them safe to repeat: the first answer is kept here. */
export const batches = pgTable(
  "batches",
  {
    id: idColumn(),
    ...tenantColumns,
    batchId: text("batch_id").notNull(),
    /** The merchant that the submitting token was bound to; null when it was the marketplace's. */
    merchantId: text("merchant_id"),
    /** Keyed digest of the body and the token's holder. */
    fingerprint: text("fingerprint").notNull(),
    status: text("status", { enum: batchStatuses }).notNull(),
    deferred: boolean("deferred").notNull(),
    totalReceived: integer("total_received").notNull(),
    /** The records of a batch that waits, encrypted; null once they are processed. */
    payload: text("payload_encrypted"),
    /** The bulk submission response as JSON; null until processed. */
    answer: text("answer"),
    submittedAt: businessMoment("submitted_at").notNull(),
    completedAt: businessMoment("completed_at"),
    attempts: integer("attempts").notNull().default(0),
    ...dueColumns,
  },
  (table) => [
    unique("batches_batch").on(table.marketplaceId, table.environment, table.batchId),
    dueIndex("batches_due", table),
  ],
);
