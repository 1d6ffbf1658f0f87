import { boolean, integer, jsonb, pgTable, primaryKey, text } from "drizzle-orm/pg-core";
import { idColumn, kobo, realMoment } from "@/db/columns";
import { environments } from "@/lib/kernel/actor";
import type { LenderLimits } from "@/lib/terms/lender-limits";
import { riskTiers } from "@/lib/terms/scoring/constants";

/** A lender: whose money goes out. Serves every marketplace of its environment. */
export const lenders = pgTable("lenders", {
  id: idColumn(),
  environment: text("environment", { enum: environments }).notNull(),
  name: text("name").notNull(),
  minimumPrincipal: kobo("minimum_principal").notNull(),
  maximumPrincipal: kobo("maximum_principal").notNull(),
  minimumDeduction: kobo("minimum_deduction").notNull(),
  limits: jsonb("limits").$type<LenderLimits>().notNull().default({}),
  createdAt: realMoment("created_at").notNull(),
  /** Since when it makes no new offers; null while it does. */
  pausedAt: realMoment("paused_at"),
  archivedAt: realMoment("archived_at"),
});

/** What a lender asks, by tier and tenor (docs/lending.md#lenders). Shares and rates in hundredths of a percent. */
export const lenderProducts = pgTable(
  "lender_products",
  {
    lenderId: text("lender_id")
      .notNull()
      .references(() => lenders.id),
    riskTier: text("risk_tier", { enum: riskTiers }).notNull(),
    tenorDays: integer("tenor_days").notNull(),
    /** The range within which a loan's deduction percentage is set. */
    lowestDeductionBasisPoints: integer("lowest_deduction_basis_points").notNull(),
    highestDeductionBasisPoints: integer("highest_deduction_basis_points").notNull(),
    /** Interest for each 30 days that the money is expected to be out. */
    rateBasisPoints: integer("rate_basis_points").notNull(),
    /** A loan with more days past due than this has defaulted. */
    defaultAfterDays: integer("default_after_days").notNull().default(90),
    /** Whether deductions go on as recovery after a write-off. */
    recoversFromSales: boolean("recovers_from_sales").notNull().default(true),
  },
  (table) => [primaryKey({ columns: [table.lenderId, table.riskTier, table.tenorDays] })],
);
