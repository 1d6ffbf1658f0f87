import { sql } from "drizzle-orm";
import { index, jsonb, pgTable, text, uniqueIndex } from "drizzle-orm/pg-core";
import { idColumn, realMoment } from "@/db/columns";
import { environments } from "@/lib/kernel/actor";
import { proposalDecisions, proposalKinds } from "@/lib/terms/proposals/states";
import { users } from "./users";

/** docs/proposals.md. Of a tenant's data; without a marketplace of an environment; without either, of the service itself. */
export const proposals = pgTable(
  "proposals",
  {
    id: idColumn(),
    marketplaceId: text("marketplace_id"),
    environment: text("environment", { enum: environments }),
    kind: text("kind", { enum: proposalKinds }).notNull(),
    /** The id of what it is about: a loan. */
    subjectId: text("subject_id").notNull(),
    /** What would be done, as the kind reads it. */
    input: jsonb("input").$type<Record<string, unknown>>().notNull(),
    reason: text("reason").notNull(),
    /** What the proposer saw, and a digest of it together with what is proposed. */
    evidence: jsonb("evidence").$type<Record<string, string | number | boolean | null>>().notNull(),
    digest: text("digest").notNull(),
    proposedBy: text("proposed_by")
      .notNull()
      .references(() => users.id),
    proposedAt: realMoment("proposed_at").notNull(),
    expiresAt: realMoment("expires_at").notNull(),
    decision: text("decision", { enum: proposalDecisions }),
    /** Null where no person decided. */
    decidedBy: text("decided_by").references(() => users.id),
    decidedAt: realMoment("decided_at"),
    note: text("note"),
  },
  (table) => [
    index("proposals_subject").on(table.subjectId, table.id),
    // What is about an account of a lender's names it in its evidence.
    index("proposals_account")
      .on(sql`(evidence ->> 'accountId')`, table.id)
      .where(sql`(evidence ->> 'accountId') is not null`),
    index("proposals_waiting").on(table.expiresAt).where(sql`decision is null`),
    uniqueIndex("proposals_open").on(table.kind, table.subjectId).where(sql`decision is null`),
  ],
);
