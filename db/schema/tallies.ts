import { bigint, date, index, pgTable, primaryKey, text } from "drizzle-orm/pg-core";
import { kobo, tenantColumns } from "@/db/columns";
import { notedStages, type TallyName } from "@/lib/terms/tallies";
import { ofMerchant } from "./merchants";

const tallyColumns = {
  ...tenantColumns,
  name: text("name").$type<TallyName>().notNull(),
  /** UTC, by the tenant's clock. */
  day: date("day").notNull(),
  count: bigint("count", { mode: "number" }).notNull(),
  /** Kobo. */
  amount: kobo("amount").notNull(),
};

/** What a marketplace's rows come to by day: what was recorded up to the last fold (docs/tallies.md). */
export const tallies = pgTable("tallies", tallyColumns, (table) => [
  primaryKey({ columns: [table.marketplaceId, table.environment, table.name, table.day] }),
]);

/** What has changed since, appended by triggers on the tables that are counted, so that no two writers meet in a row. */
export const tallyChanges = pgTable(
  "tally_changes",
  { number: bigint("number", { mode: "number" }).primaryKey().generatedAlwaysAsIdentity(), ...tallyColumns },
  (table) => [index("tally_changes_tenant").on(table.marketplaceId, table.environment, table.name, table.day)],
);

/** The stages that a merchant can come to by several rows: each is counted once. Written by the same triggers. */
export const reachedStages = pgTable(
  "reached_stages",
  {
    ...tenantColumns,
    merchantId: text("merchant_id").notNull(),
    stage: text("stage", { enum: notedStages }).notNull(),
  },
  (table) => [primaryKey({ columns: [table.merchantId, table.stage] }), ofMerchant(table)],
);
