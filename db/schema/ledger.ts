import { sql } from "drizzle-orm";
import { foreignKey, index, integer, jsonb, pgTable, primaryKey, text, unique, uniqueIndex } from "drizzle-orm/pg-core";
import { businessMoment, idColumn, kobo, realMoment, tenantColumns } from "@/db/columns";
import { accounts, journalTypes, type LedgerRule, moneySources } from "@/lib/terms/ledger/constants";
import type { AccountDifference } from "@/lib/terms/ledger/schema";
import { repaymentEvents } from "./data-events";
import { loans, payouts } from "./loans";
import { payments } from "./payments";

/** In booking order. Append-only: the migration forbids changes, and any journal that does not add up to zero. */
export const journals = pgTable(
  "journals",
  {
    id: idColumn(),
    ...tenantColumns,
    loanId: text("loan_id").notNull(),
    /** 1, 2, 3… within the loan. */
    number: integer("number").notNull(),
    type: text("type", { enum: journalTypes }).notNull(),
    /** How the money came, also of what is reversed of it; null where none did. */
    source: text("source", { enum: moneySources }),
    /** The marketplace's report that it books; null when the fact is the service's own. */
    repaymentEventId: text("repayment_event_id").references(() => repaymentEvents.id),
    paymentId: text("payment_id").references(() => payments.id),
    /** The transfer to the merchant that went out or came back; null also where that was not kept. */
    payoutId: text("payout_id").references(() => payouts.id),
    /** When it happened, as reported. */
    occurredAt: businessMoment("occurred_at").notNull(),
    recordedAt: businessMoment("recorded_at").notNull(),
  },
  (table) => [
    foreignKey({ columns: [table.loanId], foreignColumns: [loans.id] }),
    unique("journals_number").on(table.loanId, table.number),
    // A payment is booked once, and taken back once.
    uniqueIndex("journals_payment").on(table.paymentId).where(sql`type <> 'DEBIT_REVERSED'`),
    uniqueIndex("journals_debit_reversed").on(table.paymentId).where(sql`type = 'DEBIT_REVERSED'`),
    // A transfer goes out once, and comes back once.
    uniqueIndex("journals_payout").on(table.payoutId, table.type).where(sql`payout_id is not null`),
    index("journals_recorded").on(table.loanId, table.recordedAt),
  ],
);

/** One side of a journal: kobo, debit positive, credit negative. */
export const ledgerEntries = pgTable(
  "ledger_entries",
  {
    journalId: text("journal_id")
      .notNull()
      .references(() => journals.id),
    account: text("account", { enum: accounts }).notNull(),
    amount: kobo("amount").notNull(),
  },
  (table) => [primaryKey({ columns: [table.journalId, table.account] })],
);

/** A loan whose books a check found wrong: one open row a loan, cleared when a later check finds them right. */
export const ledgerFindings = pgTable(
  "ledger_findings",
  {
    id: idColumn(),
    ...tenantColumns,
    loanId: text("loan_id")
      .notNull()
      .references(() => loans.id),
    /** What entries, facts and running totals say, for each account on which they differ. */
    accounts: jsonb("accounts").$type<AccountDifference[]>().notNull(),
    /** What else must hold and does not. */
    rules: jsonb("rules").$type<LedgerRule[]>().notNull(),
    foundAt: realMoment("found_at").notNull(),
    lastSeenAt: realMoment("last_seen_at").notNull(),
    clearedAt: realMoment("cleared_at"),
  },
  (table) => [uniqueIndex("ledger_findings_open").on(table.loanId).where(sql`cleared_at is null`)],
);
