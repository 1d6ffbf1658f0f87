import { sql } from "drizzle-orm";
import { boolean, check, index, pgTable, text, uniqueIndex } from "drizzle-orm/pg-core";
import { businessMoment, dueColumns, dueIndex, idColumn, kobo, tenantColumns } from "@/db/columns";
import { debitFailures, paymentSources, paymentStatuses } from "@/lib/terms/payments/states";
import { orderColumns } from "./lenders";
import { loans, mandates } from "./loans";

/** Its id is the provider's idempotency key: debited once. Or money that reached the lender after a write-off. */
export const payments = pgTable(
  "payments",
  {
    id: idColumn(),
    ...tenantColumns,
    loanId: text("loan_id")
      .notNull()
      .references(() => loans.id),
    /** None where nobody debited: of a recovery, or a credit that people booked from a statement. */
    mandateId: text("mandate_id").references(() => mandates.id),
    source: text("source", { enum: paymentSources }).notNull(),
    status: text("status", { enum: paymentStatuses }).notNull(),
    /** What keeps one that is PENDING, where the provider said so. */
    waitsBecause: text("waits_because"),
    ...orderColumns,
    amount: kobo("amount").notNull(),
    /** Ordered to end the loan within the cooling-off period. */
    coolingOff: boolean("cooling_off").notNull().default(false),
    /** Names the merchant's click, so that a repeated request is the same payment. */
    requestId: text("request_id"),
    orderedAt: businessMoment("ordered_at").notNull(),
    /** When the bank was first asked: from then on it may have debited. */
    askedAt: businessMoment("asked_at"),
    /** Since when what was asked for may have been done without an answer. */
    silentAt: businessMoment("silent_at"),
    finishedAt: businessMoment("finished_at"),
    /** When it was seen that the bank had taken it back. */
    reversedAt: businessMoment("reversed_at"),
    /** The bank's name for the money; of a recovery, what operators found on its statement. */
    providerReference: text("provider_reference"),
    failure: text("failure", { enum: debitFailures }),
    ...dueColumns,
  },
  (table) => [
    uniqueIndex("payments_request").on(table.loanId, table.requestId).where(sql`request_id is not null`),
    // Never two debits of one loan under way, nor two announced; one may be announced while another is under way.
    uniqueIndex("payments_open").on(table.loanId, table.status).where(sql`status in ('ANNOUNCED', 'PENDING')`),
    uniqueIndex("payments_recovery").on(table.loanId, table.providerReference).where(sql`source = 'RECOVERY'`),
    check(
      "payments_debit_has_mandate",
      sql`mandate_id is not null or source = 'RECOVERY' or (source = 'DIRECT' and provider_reference is not null)`,
    ),
    uniqueIndex("payments_reference").on(table.reference),
    index("payments_loan").on(table.loanId, table.id),
    index("payments_made").on(table.railId, table.finishedAt).where(sql`status = 'CONFIRMED'`),
    index("payments_asked").on(table.environment, table.id).where(sql`status = 'PENDING'`),
    dueIndex("payments_due", table),
  ],
);
