import { sql } from "drizzle-orm";
import { index, jsonb, pgTable, text, uniqueIndex } from "drizzle-orm/pg-core";
import { businessMoment, idColumn, tenantColumns } from "@/db/columns";
import type { LoanTerms, ReplacedSchedule } from "@/lib/terms/loans/schema";
import { loanChangeKinds, proposalDecisions } from "@/lib/terms/loans/states";
import { loanReference } from "./loans";

/** Pauses, resumptions, changes of terms and workout plans (which have `replaced`), in the order in which they happened. */
export const loanChanges = pgTable(
  "loan_changes",
  {
    id: idColumn(),
    ...tenantColumns,
    loanId: loanReference(),
    kind: text("kind", { enum: loanChangeKinds }).notNull(),
    previous: jsonb("previous").$type<LoanTerms>().notNull(),
    current: jsonb("current").$type<LoanTerms>().notNull(),
    replaced: jsonb("replaced").$type<ReplacedSchedule>(),
    reason: text("reason").notNull(),
    effectiveFrom: businessMoment("effective_from").notNull(),
  },
  (table) => [index("loan_changes_loan").on(table.loanId, table.id)],
);

/** Terms that cost the merchant more per sale than today's: they wait for its consent, at most one proposal a loan. */
export const termProposals = pgTable(
  "term_proposals",
  {
    id: idColumn(),
    ...tenantColumns,
    loanId: loanReference(),
    previous: jsonb("previous").$type<LoanTerms>().notNull(),
    proposed: jsonb("proposed").$type<LoanTerms>().notNull(),
    reason: text("reason").notNull(),
    proposedAt: businessMoment("proposed_at").notNull(),
    /** As the audit log names actors. */
    proposedBy: text("proposed_by").notNull(),
    decidedAt: businessMoment("decided_at"),
    decision: text("decision", { enum: proposalDecisions }),
  },
  (table) => [
    index("term_proposals_loan").on(table.loanId, table.id),
    uniqueIndex("term_proposals_open").on(table.loanId).where(sql`decided_at is null`),
  ],
);
