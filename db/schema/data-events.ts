import { sql } from "drizzle-orm";
import { index, pgTable, text, unique, uniqueIndex } from "drizzle-orm/pg-core";
import { businessMoment, idColumn, kobo, tenantColumns } from "@/db/columns";
import { accountFlags } from "@/lib/terms/data-events";
import { repaymentEffects, repaymentEventTypes } from "@/lib/terms/ledger/constants";
import { violationSeverities } from "@/lib/terms/merchant-data/constants";
import { loans } from "./loans";
import { ofMerchant } from "./merchants";
import { settlements } from "./settlements";

/** An event reported by a marketplace, once per event id, and the answer to repetitions. */
const receiptColumns = {
  id: idColumn(),
  ...tenantColumns,
  eventId: text("event_id").notNull(),
  merchantId: text("merchant_id").notNull(),
  /** Keyed digest of the event: tells the same id with other contents. */
  fingerprint: text("fingerprint").notNull(),
  occurredAt: businessMoment("occurred_at").notNull(),
  receivedAt: businessMoment("received_at").notNull(),
};

/** Sales of a merchant, order by order, and what was returned of them. */
export const salesEvents = pgTable(
  "sales_events",
  {
    ...receiptColumns,
    orderId: text("order_id").notNull(),
    amount: kobo("amount").notNull(),
    /** Of a return: the order of which so much was returned. */
    refundOf: text("refund_of"),
  },
  (table) => [
    unique("sales_events_event").on(table.marketplaceId, table.environment, table.eventId),
    ofMerchant(table),
    index("sales_events_merchant").on(table.merchantId, table.occurredAt),
    index("sales_events_merchant_order").on(table.merchantId, table.orderId),
    // Of whichever merchant: one order may be told of for another, and staff look for it.
    index("sales_events_any_order").on(table.marketplaceId, table.environment, table.orderId),
    index("sales_events_refund_of").on(table.merchantId, table.refundOf).where(sql`refund_of is not null`),
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
    ofMerchant(table),
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
    /** The deduction's (for a reversal: the reversal's own) reference at the marketplace. */
    reference: text("reference").notNull(),
    /** Of a reversal: the reference of the deduction that it reverses. */
    originalReference: text("original_reference"),
    /** What it did to the ledger; see `lib/terms/ledger/constants.ts`. */
    effect: text("effect", { enum: repaymentEffects }).notNull(),
    /** The settlement it was found in. */
    settlementId: text("settlement_id").references(() => settlements.id),
    amount: kobo("amount").notNull(),
    /** The order that a deduction was taken from, where it came from a sale. */
    orderId: text("order_id"),
    /** What else it was taken from, type and id: a settlement, a payout. */
    otherSource: text("other_source"),
    /** When that sale, or what else it was taken from, took place, and its gross amount. */
    sourceAt: businessMoment("source_at"),
    sourceAmount: kobo("source_amount"),
    /** The whole event, as JSON. */
    body: text("body").notNull(),
  },
  (table) => [
    unique("repayment_events_event").on(table.marketplaceId, table.environment, table.eventId),
    ofMerchant(table),
    index("repayment_events_loan").on(table.loanId, table.id),
    // A fact counts once, however many event ids it is reported under.
    uniqueIndex("repayment_events_fact")
      .on(table.loanId, table.type, table.reference)
      .where(sql`effect not in ('NONE', 'DUPLICATE')`),
    index("repayment_events_original")
      .on(table.loanId, table.originalReference)
      .where(sql`original_reference is not null`),
    index("repayment_events_source").on(table.merchantId, table.sourceAt).where(sql`order_id is not null`),
    index("repayment_events_other_source").on(table.merchantId, table.otherSource).where(sql`other_source is not null`),
    index("repayment_events_other_source_at").on(table.merchantId, table.sourceAt).where(sql`other_source is not null`),
    index("repayment_events_unsourced")
      .on(table.merchantId, table.occurredAt)
      .where(sql`order_id is null and type = 'repayment.deducted'`),
    index("repayment_events_order").on(table.merchantId, table.orderId).where(sql`order_id is not null`),
    // Staff look for one, whoever sold it.
    index("repayment_events_any_order")
      .on(table.marketplaceId, table.environment, table.orderId)
      .where(sql`order_id is not null`),
    index("repayment_events_reference").on(table.marketplaceId, table.environment, table.reference),
    index("repayment_events_settlement").on(table.settlementId).where(sql`settlement_id is not null`),
    index("repayment_events_newest").on(table.marketplaceId, table.environment, table.receivedAt),
    index("repayment_events_merchant").on(table.merchantId, table.receivedAt),
    index("repayment_events_occurred").on(table.merchantId, table.occurredAt),
  ],
);
