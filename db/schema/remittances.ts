import { sql } from "drizzle-orm";
import { bigint, boolean, date, index, pgTable, primaryKey, text, uniqueIndex } from "drizzle-orm/pg-core";
import { businessMoment, idColumn, kobo, realMoment, tenantColumns } from "@/db/columns";
import { receiptSources, remittanceBreakTypes } from "@/lib/terms/remittances";
import { lenders } from "./lenders";

const lenderColumn = () =>
  text("lender_id")
    .notNull()
    .references(() => lenders.id);

/** A marketplace that has deducted for a lender, live: what it sends carries the reference (docs/remittances.md). */
export const remitters = pgTable(
  "remitters",
  {
    id: idColumn(),
    ...tenantColumns,
    lenderId: lenderColumn(),
    reference: text("reference").notNull(),
    /** When it was last looked at whether all that was due has come. */
    watchedAt: realMoment("watched_at"),
  },
  (table) => [
    uniqueIndex("remitters_reference").on(table.reference),
    uniqueIndex("remitters_pair").on(table.marketplaceId, table.environment, table.lenderId),
    index("remitters_lender").on(table.lenderId),
  ],
);

/** Of each report that is booked for a live loan: what it adds to what is owed, and when that is due. Kobo; negative: a reversal. */
export const remittanceItems = pgTable(
  "remittance_items",
  {
    // No foreign keys: thousands are counted at once, and would keep whoever books waiting.
    repaymentEventId: text("repayment_event_id").primaryKey(),
    ...tenantColumns,
    lenderId: text("lender_id").notNull(),
    loanId: text("loan_id").notNull(),
    dueOn: date("due_on").notNull(),
    /** Whether a settlement has said when: from then on it is never due later. */
    settled: boolean("settled").notNull(),
    amount: kobo("amount").notNull(),
  },
  (table) => [index("remittance_items_loan").on(table.loanId, table.dueOn)],
);

/** What they come to by day. */
export const remittanceDays = pgTable(
  "remittance_days",
  {
    ...tenantColumns,
    lenderId: text("lender_id").notNull(),
    dueOn: date("due_on").notNull(),
    amount: kobo("amount").notNull(),
  },
  (table) => [primaryKey({ columns: [table.lenderId, table.marketplaceId, table.environment, table.dueOn] })],
);

/** Reports whose item has to be looked at anew, appended by triggers so that no two writers meet in a row. */
export const remittanceChanges = pgTable(
  "remittance_changes",
  {
    number: bigint("number", { mode: "number" }).primaryKey().generatedAlwaysAsIdentity(),
    repaymentEventId: text("repayment_event_id").notNull(),
    loanId: text("loan_id").notNull(),
  },
  (table) => [index("remittance_changes_loan").on(table.loanId)],
);

/** Money that came from a marketplace; negative: that went back, or was noted wrongly. Append-only. */
export const remittanceReceipts = pgTable(
  "remittance_receipts",
  {
    id: idColumn(),
    remitterId: text("remitter_id")
      .notNull()
      .references(() => remitters.id),
    amount: kobo("amount").notNull(),
    /** The bank's value date. */
    receivedOn: date("received_on").notNull(),
    source: text("source", { enum: receiptSources }).notNull(),
    /** Names the money at the bank: a line of the statement, or what two operators read there. */
    bankReference: text("bank_reference").notNull(),
    lenderId: lenderColumn(),
    recordedAt: realMoment("recorded_at").notNull(),
  },
  (table) => [
    uniqueIndex("remittance_receipts_once").on(table.lenderId, table.bankReference),
    index("remittance_receipts_remitter").on(table.remitterId, table.id),
  ],
);

/** Of what two operators have noted: the line of a statement that turned out to be it. */
export const remittanceMatches = pgTable(
  "remittance_matches",
  {
    receiptId: text("receipt_id")
      .primaryKey()
      .references(() => remittanceReceipts.id),
    lineId: text("line_id").notNull(),
  },
  (table) => [uniqueIndex("remittance_matches_line").on(table.lineId)],
);

/** That money did not come, came short, or came without a reason. Only operators close one. */
export const remittanceBreaks = pgTable(
  "remittance_breaks",
  {
    id: idColumn(),
    lenderId: lenderColumn(),
    /** Null where nobody knows who sent it. */
    remitterId: text("remitter_id").references(() => remitters.id),
    type: text("type", { enum: remittanceBreakTypes }).notNull(),
    /** The day on which it was due, or what names the money: keeps one from being listed twice. */
    subject: text("subject").notNull(),
    expected: kobo("expected").notNull(),
    actual: kobo("actual").notNull(),
    detectedAt: businessMoment("detected_at").notNull(),
    closedAt: realMoment("closed_at"),
    closedBy: text("closed_by"),
    note: text("note"),
  },
  (table) => [
    uniqueIndex("remittance_breaks_subject")
      .on(table.lenderId, sql`coalesce(remitter_id, '')`, table.subject)
      .where(sql`closed_at is null`),
    index("remittance_breaks_open").on(table.lenderId, table.id).where(sql`closed_at is null`),
  ],
);
