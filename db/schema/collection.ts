import { sql } from "drizzle-orm";
import { boolean, date, index, jsonb, pgTable, primaryKey, text } from "drizzle-orm/pg-core";
import { businessMoment, idColumn, kobo, tenantColumns } from "@/db/columns";
import { zero } from "@/lib/kernel/money";
import type { DayFigures } from "@/lib/terms/collection/day-schema";
import { loans } from "./loans";
import { ofMerchant } from "./merchants";
import { breaks } from "./settlements";

/** By the UTC day of the sales; kept up as sales and deductions are reported; kobo (docs/collection.md). */
export const collectionDays = pgTable(
  "collection_days",
  {
    loanId: text("loan_id")
      .notNull()
      .references(() => loans.id),
    ...tenantColumns,
    day: date("day").notNull(),
    /** What the terms in force asked of the day's sales, no more than was owed. */
    agreed: kobo("agreed").notNull().default(zero),
    /** What was deducted from them, less reversals. */
    taken: kobo("taken").notNull().default(zero),
    /** What is missing. Zero until the day has been judged: deductions may follow within the payout period. */
    missing: kobo("missing").notNull().default(zero),
    /** What was taken beyond what was agreed. */
    excess: kobo("excess").notNull().default(zero),
    /** How much of what is agreed the sales as told of later would not ask for; nobody has decided on it yet. */
    changed: kobo("changed").notNull().default(zero),
    /** When the payout period of the day's sales had passed; null while it has not. */
    judgedAt: businessMoment("judged_at"),
    /** What the day's own sales and deductions come to; null until they were first computed. */
    own: jsonb("own").$type<DayFigures>(),
    /** Something was reported since the figures were computed. */
    stale: boolean("stale").notNull().default(false),
    /** A worker has taken it up; until it is done, the next one takes it up again. */
    underWay: boolean("under_way").notNull().default(false),
  },
  (table) => [
    primaryKey({ columns: [table.loanId, table.day] }),
    index("collection_days_stale").on(table.loanId, table.day).where(sql`stale or under_way`),
  ],
);

/** Whether a sale told of again once its share was due counts up to a telling (docs/collection.md#told-again). */
export const saleDecisions = pgTable(
  "sale_decisions",
  {
    id: idColumn(),
    ...tenantColumns,
    merchantId: text("merchant_id").notNull(),
    breakId: text("break_id")
      .notNull()
      .references(() => breaks.id),
    /** The sale: `saleKey` in `lib/lending/collection/sales.ts`. */
    sale: text("sale").notNull(),
    /** The last telling of it that was decided on. */
    telling: text("telling").notNull(),
    applied: boolean("applied").notNull(),
    decidedAt: businessMoment("decided_at").notNull(),
  },
  (table) => [ofMerchant(table), index("sale_decisions_merchant").on(table.merchantId)],
);
