import { sql } from "drizzle-orm";
import { boolean, date, index, integer, jsonb, pgTable, text, uniqueIndex } from "drizzle-orm/pg-core";
import { idColumn, kobo, realMoment } from "@/db/columns";
import { statementFormats as formats } from "@/lib/terms/bank-statements/constants";
import type { CsvColumns, LineRule } from "@/lib/terms/bank-statements/schema";
import { lineStates, lineWaits } from "@/lib/terms/bank-statements/states";
import { lenderAccounts, lenders } from "./lenders";
import { loans, payouts } from "./loans";
import { payments } from "./payments";
import { users } from "./users";

const ofAccount = {
  lenderId: text("lender_id")
    .notNull()
    .references(() => lenders.id),
  accountId: text("account_id")
    .notNull()
    .references(() => lenderAccounts.id),
};

/** How the statements of a lender's account are read: one format each (docs/statements.md#formats). */
export const statementFormats = pgTable("statement_formats", {
  accountId: text("account_id")
    .primaryKey()
    .references(() => lenderAccounts.id),
  format: text("format", { enum: formats }).notNull(),
  /** Of CSV. */
  columns: jsonb("columns").$type<CsvColumns>(),
  rules: jsonb("rules").$type<LineRule[]>().notNull(),
  /** The last day that was imported in a former format, whose lines would not be known again. */
  after: date("after"),
  changedAt: realMoment("changed_at").notNull(),
});

/** What was imported of an account. Its lines are those that no statement before it had. */
export const bankStatements = pgTable(
  "bank_statements",
  {
    id: idColumn(),
    ...ofAccount,
    format: text("format", { enum: formats }).notNull(),
    /** Of the file, which is not kept: the bank has it, and it names strangers. */
    fileDigest: text("file_digest").notNull(),
    sequence: text("sequence"),
    fromDay: date("from_day").notNull(),
    toDay: date("to_day").notNull(),
    opening: kobo("opening"),
    closing: kobo("closing"),
    lineCount: integer("line_count").notNull(),
    newLines: integer("new_lines").notNull(),
    importedBy: text("imported_by")
      .notNull()
      .references(() => users.id),
    importedAt: realMoment("imported_at").notNull(),
  },
  (table) => [index("bank_statements_account").on(table.accountId, table.id)],
);

/** A line of an account, once, whatever number of statements have it. */
export const statementLines = pgTable(
  "statement_lines",
  {
    id: idColumn(),
    ...ofAccount,
    /** The first that had it. */
    statementId: text("statement_id")
      .notNull()
      .references(() => bankStatements.id),
    /** Keyed, of all that it says: equal lines are told apart by their number alone. */
    digest: text("digest").notNull(),
    number: integer("number").notNull(),
    bookingDate: date("booking_date").notNull(),
    valueDate: date("value_date").notNull(),
    /** What came in; negative what went out. */
    amount: kobo("amount").notNull(),
    reversal: boolean("reversal").notNull(),
    /** References, text and counterparty: what strangers wrote. */
    said: text("said_encrypted").notNull(),
    /** The bank's own name for it. */
    bankReference: text("bank_reference"),
    state: text("state", { enum: lineStates }).notNull(),
    waitsBecause: text("waits_because", { enum: lineWaits }),
    /** What it was matched with, or booked to. */
    loanId: text("loan_id").references(() => loans.id),
    payoutId: text("payout_id").references(() => payouts.id),
    paymentId: text("payment_id").references(() => payments.id),
    /** When two operators decided what it is, and why. */
    decidedAt: realMoment("decided_at"),
    reason: text("reason"),
  },
  (table) => [
    uniqueIndex("statement_lines_line").on(table.accountId, table.digest, table.number),
    index("statement_lines_state").on(table.accountId, table.state, table.id),
    index("statement_lines_payout").on(table.payoutId).where(sql`payout_id is not null`),
    index("statement_lines_payment").on(table.paymentId).where(sql`payment_id is not null`),
  ],
);
