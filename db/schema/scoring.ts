import { sql } from "drizzle-orm";
import { index, integer, jsonb, pgTable, text } from "drizzle-orm/pg-core";
import { businessMoment, dueColumns, dueIndex, idColumn, kobo, tenantColumns } from "@/db/columns";
import type { Carried } from "@/lib/terms/merchant-data/schema";
import type { Flags } from "@/lib/terms/scoring/account-flags";
import { riskTiers } from "@/lib/terms/scoring/constants";
import type { Limits } from "@/lib/terms/scoring/limits";
import type { StoredResult } from "@/lib/terms/scoring/result";
import { ofMerchant } from "./merchants";

export const submissionStatuses = ["QUEUED", "SCORED", "FAILED"] as const;

// Both tables keep rows of up to 4 kB uncompressed (toast_tuple_target, set in the migration since drizzle lacks it):
// encrypted data does not compress, and compressing the rest costs a batch more than it saves.

/** Merchant data as received. Never changed: a score refers to the submission it was made from. */
export const submissions = pgTable(
  "submissions",
  {
    id: idColumn(),
    ...tenantColumns,
    merchantId: text("merchant_id").notNull(),
    status: text("status", { enum: submissionStatuses }).notNull(),
    /** The whole record with unknown fields, encrypted. */
    record: text("record").notNull(),
    /** Which parts it shared (`notesOf`); null until somebody looks at old data. */
    groups: text("groups").array(),
    submittedAt: businessMoment("submitted_at").notNull(),
    attempts: integer("attempts").notNull().default(0),
    ...dueColumns,
  },
  (table) => [
    ofMerchant(table),
    index("submissions_merchant").on(table.merchantId, table.id),
    // Who shared a group last is answered from the index alone.
    index("submissions_shared")
      .on(table.merchantId, table.submittedAt, table.id, table.groups)
      .where(sql`status <> 'FAILED'`),
    index("submissions_newest").on(table.marketplaceId, table.environment, table.submittedAt),
    index("submissions_failed").on(table.marketplaceId, table.environment).where(sql`status = 'FAILED'`),
    dueIndex("submissions_due", table),
  ],
);

/** A score pins its inputs (submission, moment, limits, model version), so that it can be reproduced bit for bit. */
export const scores = pgTable(
  "scores",
  {
    id: idColumn(),
    ...tenantColumns,
    merchantId: text("merchant_id").notNull(),
    submissionId: text("submission_id")
      .notNull()
      .unique()
      .references(() => submissions.id),
    /** The moment of the data, as of its submission. */
    submittedAt: businessMoment("submitted_at").notNull(),
    modelVersion: text("model_version").notNull(),
    limits: jsonb("limits").$type<Limits>().notNull(),
    /** By part that the data left out: the earlier submission it was taken from. Null: nothing was carried over. */
    carried: jsonb("carried").$type<Carried>(),
    /** Account flags known besides the record; null when there were none. */
    flags: jsonb("flags").$type<Flags>(),
    riskTier: text("risk_tier", { enum: riskTiers }).notNull(),
    maxLendingCap: kobo("max_lending_cap").notNull(),
    /** The whole result as the model of that version returned it. */
    result: jsonb("result").$type<StoredResult>().notNull(),
    computedAt: businessMoment("computed_at").notNull(),
  },
  (table) => [
    ofMerchant(table),
    // The latest score is that of the latest data, in whatever order scores are computed; for data scored again, that
    // of the last submission.
    index("scores_latest").on(table.merchantId, table.submittedAt, table.submissionId),
    index("scores_tier").on(table.marketplaceId, table.environment, table.riskTier, table.merchantId),
  ],
);
