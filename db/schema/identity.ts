import { foreignKey, index, integer, jsonb, pgTable, primaryKey, text, unique } from "drizzle-orm/pg-core";
import { businessMoment, dueColumns, dueIndex, idColumn, tenantColumns } from "@/db/columns";
import { type ConsentVersion, consentPurposes, consentSources } from "@/lib/terms/kyc/consent";
import type { CompanyEvidence, PersonEvidence } from "@/lib/terms/kyc/evidence";
import { checkedRegisters } from "@/lib/terms/providers";
import { directors, kycRecords } from "./kyc";

/**
 * That the holder of a BVN or NIN has agreed to what is done with it, as its keyed digest alone. It stays when the number
 * leaves the list of directors: a register was asked because of it.
 */
export const identityConsents = pgTable(
  "identity_consents",
  {
    ...tenantColumns,
    kycId: text("kyc_id")
      .notNull()
      .references(() => kycRecords.id),
    identityDigest: text("identity_digest").notNull(),
    purpose: text("purpose", { enum: consentPurposes }).notNull(),
    textVersion: text("text_version").$type<ConsentVersion>().notNull(),
    statedBy: text("stated_by", { enum: consentSources }).notNull(),
    givenAt: businessMoment("given_at").notNull(),
    /** How often a bureau has answered because of it. */
    answers: integer("answers").notNull().default(0),
  },
  (table) => [
    primaryKey({ columns: [table.kycId, table.identityDigest, table.purpose, table.textVersion] }),
    index("identity_consents_digest").on(table.identityDigest),
  ],
);

/** What a bureau says of a live number, as comparisons with its register alone, and when it is asked again. */
export const identityChecks = pgTable(
  "identity_checks",
  {
    id: idColumn(),
    ...tenantColumns,
    kycId: text("kyc_id")
      .notNull()
      .references(() => kycRecords.id),
    register: text("register", { enum: checkedRegisters }).notNull(),
    /** The director's; null: it is about the business. */
    identityDigest: text("identity_digest"),
    /** Of all that is compared: for anything else the bureau is asked anew. */
    claimDigest: text("claim_digest").notNull(),
    /** Null: nobody has been asked yet. */
    evidence: jsonb("evidence").$type<PersonEvidence | CompanyEvidence>(),
    askedAt: businessMoment("asked_at"),
    /** How often it was asked without an answer. */
    attempts: integer("attempts").notNull().default(0),
    ...dueColumns,
  },
  (table) => [
    unique("identity_checks_about").on(table.kycId, table.register, table.identityDigest).nullsNotDistinct(),
    foreignKey({
      name: "identity_checks_of_director",
      columns: [table.kycId, table.identityDigest],
      foreignColumns: [directors.kycId, directors.identityDigest],
    }).onDelete("cascade"),
    dueIndex("identity_checks_due", table),
  ],
);
