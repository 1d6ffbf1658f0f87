import { index, integer, jsonb, pgTable, primaryKey, text } from "drizzle-orm/pg-core";
import { realMoment, tenantColumns } from "@/db/columns";
import { draftSteps, type Writing } from "@/lib/terms/drafts/schema";
import { ofMerchant } from "./merchants";

/** Outlives what was typed: its revision tells a page that somebody has saved or typed elsewhere since. */
export const drafts = pgTable(
  "drafts",
  {
    ...tenantColumns,
    merchantId: text("merchant_id").notNull(),
    step: text("step", { enum: draftSteps }).notNull(),
    /** Which of the step's things it is about, such as a director's id; null: the step itself. */
    item: text("item"),
    /** The fields as JSON, encrypted; null: saved or discarded since. */
    values: text("values_encrypted"),
    /** One more with each change. */
    revision: integer("revision").notNull(),
    changedAt: realMoment("changed_at").notNull(),
    /** Who typed it; null: not told, or saved since. */
    writing: jsonb("writing").$type<Writing>(),
  },
  (table) => [
    primaryKey({ columns: [table.merchantId, table.step] }),
    ofMerchant(table),
    index("drafts_changed_at").on(table.changedAt),
  ],
);
