import { sql } from "drizzle-orm";
import { index, integer, jsonb, pgTable, text, unique, uniqueIndex } from "drizzle-orm/pg-core";
import { businessMoment, dueColumns, dueIndex, idColumn, kobo, tenantColumns } from "@/db/columns";
import { answerReasons, breakResolutions, breakStatuses, breakTypes } from "@/lib/terms/breaks";
import { type CorrectableFigures, matchStatuses, settlementEventTypes } from "@/lib/terms/settlements";
import { ofMerchant } from "./merchants";

/** What a marketplace pays out to a merchant for a period, deductions already taken off. Figures in kobo. */
export const settlements = pgTable(
  "settlements",
  {
    id: idColumn(),
    ...tenantColumns,
    merchantId: text("merchant_id").notNull(),
    reference: text("reference").notNull(),
    netAmount: kobo("net_amount").notNull(),
    // Null until settlement.created has come: settlement.transferred may be first.
    grossAmount: kobo("gross_amount"),
    totalDeductions: kobo("total_deductions"),
    periodStart: businessMoment("period_start"),
    periodEnd: businessMoment("period_end"),
    // Null until settlement.transferred has come.
    transferredAt: businessMoment("transferred_at"),
    transferReference: text("transfer_reference"),
    /** The deductions it names; null when it names none. */
    deductionReferences: text("deduction_references").array(),
    matchStatus: text("match_status", { enum: matchStatuses }).notNull(),
    /** Deductions found for it; null before it was first matched. */
    matchedAmount: kobo("matched_amount"),
    matchedAt: businessMoment("matched_at"),
    createdAt: businessMoment("created_at").notNull(),
    ...dueColumns,
  },
  (table) => [
    unique("settlements_reference").on(table.marketplaceId, table.environment, table.reference),
    ofMerchant(table),
    index("settlements_merchant").on(table.merchantId, table.periodStart),
    index("settlements_merchant_newest").on(table.merchantId, table.id),
    index("settlements_newest").on(table.marketplaceId, table.environment, table.id),
    index("settlements_status").on(table.marketplaceId, table.environment, table.matchStatus, table.id),
    dueIndex("settlements_due", table),
  ],
);

/** Settlement events reported by a marketplace, once per event id. */
export const settlementEvents = pgTable(
  "settlement_events",
  {
    id: idColumn(),
    ...tenantColumns,
    eventId: text("event_id").notNull(),
    settlementId: text("settlement_id")
      .notNull()
      .references(() => settlements.id),
    type: text("type", { enum: settlementEventTypes }).notNull(),
    /** Keyed digest of the event: tells the same id with other contents. */
    fingerprint: text("fingerprint").notNull(),
    /** The whole event, as JSON. */
    body: text("body").notNull(),
    receivedAt: businessMoment("received_at").notNull(),
  },
  (table) => [
    unique("settlement_events_event").on(table.marketplaceId, table.environment, table.eventId),
    index("settlement_events_settlement").on(table.settlementId, table.id),
    index("settlement_events_newest").on(table.marketplaceId, table.environment, table.receivedAt),
  ],
);

/** What a marketplace has corrected of a settlement it reported wrongly. Append-only. */
export const settlementCorrections = pgTable(
  "settlement_corrections",
  {
    id: idColumn(),
    ...tenantColumns,
    settlementId: text("settlement_id")
      .notNull()
      .references(() => settlements.id),
    /** 1 for the first of its settlement. */
    number: integer("number").notNull(),
    /** The figures that were changed, in kobo, as they were and as they are; no others. */
    previous: jsonb("previous").$type<Partial<CorrectableFigures>>().notNull(),
    corrected: jsonb("corrected").$type<Partial<CorrectableFigures>>().notNull(),
    reason: text("reason").notNull(),
    correctedBy: text("corrected_by").notNull(),
    correctedAt: businessMoment("corrected_at").notNull(),
  },
  (table) => [unique("settlement_corrections_number").on(table.settlementId, table.number)],
);

/** A disagreement about money, for somebody to look at. */
export const breaks = pgTable(
  "breaks",
  {
    id: idColumn(),
    ...tenantColumns,
    merchantId: text("merchant_id").notNull(),
    type: text("type", { enum: breakTypes }).notNull(),
    /** What it is about: keeps a disagreement from being listed twice. */
    subject: text("subject").notNull(),
    loanId: text("loan_id"),
    settlementId: text("settlement_id"),
    repaymentEventId: text("repayment_event_id"),
    /** Kobo; null where it is not about an amount. */
    expected: kobo("expected"),
    actual: kobo("actual"),
    evidence: jsonb("evidence").$type<Record<string, unknown>>().notNull(),
    detectedAt: businessMoment("detected_at").notNull(),
    status: text("status", { enum: breakStatuses }).notNull(),
    resolution: text("resolution", { enum: breakResolutions }),
    note: text("note"),
    resolvedBy: text("resolved_by"),
    resolvedAt: businessMoment("resolved_at"),
    /** What the marketplace says about it. */
    answerReason: text("answer_reason", { enum: answerReasons }),
    answerNote: text("answer_note"),
    answeredBy: text("answered_by"),
    answeredAt: businessMoment("answered_at"),
    /** The figures that the answer was about. */
    answeredExpected: kobo("answered_expected"),
    answeredActual: kobo("answered_actual"),
  },
  (table) => [
    ofMerchant(table),
    uniqueIndex("breaks_open")
      .on(table.marketplaceId, table.environment, table.type, table.subject)
      .where(sql`status <> 'RESOLVED'`),
    index("breaks_tenant").on(table.marketplaceId, table.environment, table.id),
    index("breaks_status").on(table.marketplaceId, table.environment, table.status, table.id),
    // Of all marketplaces, for operators.
    index("breaks_anywhere").on(table.environment, table.status, table.id),
    index("breaks_type").on(table.marketplaceId, table.environment, table.type, table.status, table.id),
    index("breaks_merchant").on(table.merchantId, table.id),
    index("breaks_loan").on(table.loanId, table.id),
    index("breaks_settlement").on(table.settlementId, table.id).where(sql`settlement_id is not null`),
  ],
);
