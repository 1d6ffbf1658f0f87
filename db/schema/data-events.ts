import { foreignKey, index, pgTable, text, unique } from "drizzle-orm/pg-core";
import { idColumn, kobo, moment, tenantColumns } from "@/db/columns";
import { accountFlags, repaymentEventTypes } from "@/lib/data-events/constants";
import { violationSeverities } from "@/lib/ingestion/constants";
import { loans } from "./loans";
import { merchants } from "./merchants";

/** What a marketplace reported, once per its event id, and what it is told when it reports it again. */
const receiptColumns = {
  id: idColumn(),
  ...tenantColumns,
  eventId: text("event_id").notNull(),
  merchantId: text("merchant_id").notNull(),
  /** Keyed digest of the event: whether the same id came with the same contents. */
  fingerprint: text("fingerprint").notNull(),
  occurredAt: moment("occurred_at").notNull(),
  receivedAt: moment("received_at").notNull(),
};

/** Sales of a merchant, order by order. */
export const salesEvents = pgTable(
  "sales_events",
  { ...receiptColumns, orderId: text("order_id").notNull(), amount: kobo("amount").notNull() },
  (table) => [
    unique("sales_events_event").on(table.marketplaceId, table.environment, table.eventId),
    foreignKey({
      columns: [table.marketplaceId, table.environment, table.merchantId],
      foreignColumns: [merchants.marketplaceId, merchants.environment, merchants.id],
    }),
    index("sales_events_merchant").on(table.merchantId, table.occurredAt),
  ],
);

/** What happened to a merchant's account at its marketplace. */
export const accountFlagEvents = pgTable(
  "account_flag_events",
  {
    ...receiptColumns,
    flag: text("flag", { enum: accountFlags }).notNull(),
    severity: text("severity", { enum: violationSeverities }),
    reason: text("reason"),
  },
  (table) => [
    unique("account_flag_events_event").on(table.marketplaceId, table.environment, table.eventId),
    foreignKey({
      columns: [table.marketplaceId, table.environment, table.merchantId],
      foreignColumns: [merchants.marketplaceId, merchants.environment, merchants.id],
    }),
    index("account_flag_events_merchant").on(table.merchantId, table.id),
  ],
);

/** Repayments as the marketplace reports them: kept as received, the evidence of what the ledger does with them. */
export const repaymentEvents = pgTable(
  "repayment_events",
  {
    ...receiptColumns,
    loanId: text("loan_id")
      .notNull()
      .references(() => loans.id),
    type: text("type", { enum: repaymentEventTypes }).notNull(),
    /** The deduction's reference at the marketplace. */
    reference: text("reference").notNull(),
    /** Kobo. */
    amount: kobo("amount").notNull(),
    /** The event whole, as JSON. */
    body: text("body").notNull(),
  },
  (table) => [
    unique("repayment_events_event").on(table.marketplaceId, table.environment, table.eventId),
    foreignKey({
      columns: [table.marketplaceId, table.environment, table.merchantId],
      foreignColumns: [merchants.marketplaceId, merchants.environment, merchants.id],
    }),
    index("repayment_events_loan").on(table.loanId, table.id),
    index("repayment_events_newest").on(table.marketplaceId, table.environment, table.receivedAt),
    index("repayment_events_merchant").on(table.merchantId, table.receivedAt),
  ],
);
