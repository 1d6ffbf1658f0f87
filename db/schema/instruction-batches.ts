import { sql } from "drizzle-orm";
import { check, date, index, integer, pgTable, primaryKey, text, uniqueIndex } from "drizzle-orm/pg-core";
import { idColumn, kobo, realMoment } from "@/db/columns";
import { batchKinds, batchStates } from "@/lib/terms/batches";
import { lenders, rails } from "./lenders";
import { payouts } from "./loans";
import { payments } from "./payments";

/** Orders that people enter at a lender's bank together (docs/by-hand.md). What it holds never changes. */
export const instructionBatches = pgTable(
  "instruction_batches",
  {
    id: idColumn(),
    lenderId: text("lender_id")
      .notNull()
      .references(() => lenders.id),
    railId: text("rail_id")
      .notNull()
      .references(() => rails.id),
    /** Counts a lender's batches. */
    number: integer("number").notNull(),
    kind: text("kind", { enum: batchKinds }).notNull(),
    state: text("state", { enum: batchStates }).notNull(),
    total: kobo("total").notNull(),
    orders: integer("orders").notNull(),
    /** The file as it is downloaded, and the SHA-256 of its bytes. */
    content: text("content_encrypted").notNull(),
    sha256: text("sha256").notNull(),
    /** Operators, as the audit log names them. */
    madeBy: text("made_by").notNull(),
    madeAt: realMoment("made_at").notNull(),
    releasedBy: text("released_by"),
    releasedAt: realMoment("released_at"),
    /** The bank day that its release counts towards. */
    releasedFor: date("released_for"),
    downloads: integer("downloads").notNull().default(0),
    downloadedAt: realMoment("downloaded_at"),
    recalledAt: realMoment("recalled_at"),
  },
  (table) => [
    uniqueIndex("instruction_batches_number").on(table.lenderId, table.number),
    index("instruction_batches_day").on(table.lenderId, table.releasedFor).where(sql`released_for is not null`),
  ],
);

/** An order in a batch: a payout, a refund or a debit. */
export const instructionLines = pgTable(
  "instruction_lines",
  {
    batchId: text("batch_id")
      .notNull()
      .references(() => instructionBatches.id),
    position: integer("position").notNull(),
    payoutId: text("payout_id").references(() => payouts.id),
    paymentId: text("payment_id").references(() => payments.id),
    reference: text("reference").notNull(),
    amount: kobo("amount").notNull(),
    /** When its batch was recalled: then it may be in another. */
    recalledAt: realMoment("recalled_at"),
  },
  (table) => [
    primaryKey({ columns: [table.batchId, table.position] }),
    // In one batch at a time.
    uniqueIndex("instruction_lines_payout").on(table.payoutId).where(sql`recalled_at is null`),
    uniqueIndex("instruction_lines_payment").on(table.paymentId).where(sql`recalled_at is null`),
    check("instruction_lines_order", sql`num_nonnulls(payout_id, payment_id) = 1`),
  ],
);
