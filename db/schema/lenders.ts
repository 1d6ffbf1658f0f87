import { sql } from "drizzle-orm";
import {
  type AnyPgColumn,
  boolean,
  index,
  integer,
  jsonb,
  pgTable,
  primaryKey,
  text,
  uniqueIndex,
} from "drizzle-orm/pg-core";
import { businessMoment, idColumn, kobo, realMoment } from "@/db/columns";
import { environments } from "@/lib/kernel/actor";
import type { BatchColumn } from "@/lib/terms/batches";
import type { LenderLimits } from "@/lib/terms/lender-limits";
import type { Licence } from "@/lib/terms/licences";
import { lenderAccountStates, railDomains, railKinds, railStates } from "@/lib/terms/rails";
import { riskTiers } from "@/lib/terms/scoring/constants";
import { files } from "./files";

/** A lender: whose money goes out. Serves every marketplace of its environment. */
export const lenders = pgTable("lenders", {
  id: idColumn(),
  environment: text("environment", { enum: environments }).notNull(),
  name: text("name").notNull(),
  minimumPrincipal: kobo("minimum_principal").notNull(),
  maximumPrincipal: kobo("maximum_principal").notNull(),
  minimumDeduction: kobo("minimum_deduction").notNull(),
  limits: jsonb("limits").$type<LenderLimits>().notNull().default({}),
  /** One that has expired stops its live offers. */
  licences: jsonb("licences").$type<Licence[]>().notNull().default([]),
  /** Where it is written when work of its own waits too long (docs/console.md#mails); null: nowhere. */
  workMail: text("work_mail"),
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

/** A lender's account with a provider of payments: over it its money goes out and comes back (docs/rails.md). */
export const rails = pgTable(
  "rails",
  {
    id: idColumn(),
    lenderId: text("lender_id")
      .notNull()
      .references(() => lenders.id),
    kind: text("kind", { enum: railKinds }).notNull(),
    /** The provider's own number of the account; by hand the id of the lender's account with its bank. */
    integration: text("integration").notNull(),
    domain: text("domain", { enum: railDomains }).notNull(),
    state: text("state", { enum: railStates }).notNull(),
    /** None by hand. */
    secretKey: text("secret_key_encrypted"),
    /** The key's last characters, to tell keys apart. */
    keyEnd: text("key_end"),
    /** By hand: what one person alone may release on a bank day (docs/by-hand.md#two-people); null otherwise. */
    dayLimit: kobo("day_limit"),
    /** By hand: the columns that the bank wants; null: the usual ones. */
    columns: jsonb("columns").$type<BatchColumn[]>(),
    createdAt: realMoment("created_at").notNull(),
    activatedAt: realMoment("activated_at"),
    retiredAt: realMoment("retired_at"),
  },
  (table) => [
    uniqueIndex("rails_active").on(table.lenderId).where(sql`state = 'ACTIVE'`),
    uniqueIndex("rails_account").on(table.kind, table.integration, table.domain).where(sql`state <> 'TRIED'`),
    index("rails_lender").on(table.lenderId, table.id),
  ],
);

/** A lender's own account with a bank (docs/rails.md#accounts). Its number is shown to whoever has to pay there. */
export const lenderAccounts = pgTable(
  "lender_accounts",
  {
    id: idColumn(),
    lenderId: text("lender_id")
      .notNull()
      .references(() => lenders.id),
    bankCode: text("bank_code").notNull(),
    accountNumber: text("account_number_encrypted").notNull(),
    /** Keyed: finds the same account again. */
    accountDigest: text("account_digest").notNull(),
    lastFour: text("last_four").notNull(),
    /** In whose name it is. */
    holder: text("holder").notNull(),
    /** Whether marketplaces send there what they deducted for the lender's loans. */
    collects: boolean("collects").notNull(),
    state: text("state", { enum: lenderAccountStates }).notNull(),
    createdAt: realMoment("created_at").notNull(),
    activatedAt: realMoment("activated_at"),
    retiredAt: realMoment("retired_at"),
  },
  (table) => [
    uniqueIndex("lender_accounts_collecting").on(table.lenderId).where(sql`state = 'ACTIVE' and collects`),
    uniqueIndex("lender_accounts_number").on(table.accountDigest).where(sql`state <> 'PROPOSED'`),
    index("lender_accounts_lender").on(table.lenderId, table.id),
  ],
);

/**
 * What an order keeps for good: whose account it goes over, null for the sandbox's bank, and its name there, which is
 * never used twice; null for an order from before there were any.
 */
export const orderColumns = {
  railId: text("rail_id").references(() => rails.id),
  reference: text("reference"),
};

/**
 * Of a mandate that a provider has begun before anybody agreed: its name there, its page, whom the page is for, and when
 * its holder was first seen to have agreed, which the bank confirms later.
 */
const begunColumns = {
  begunReference: text("begun_reference"),
  begunPage: text("begun_page"),
  begunAt: businessMoment("begun_at"),
  holderEmail: text("holder_email"),
  agreedAt: businessMoment("agreed_at"),
};

/** Of a mandate on paper: the form that its holder signed, and who sent it, as the audit log names them. */
const paperColumns = {
  formFileId: text("form_file_id").references(() => files.id),
  formSentAt: businessMoment("form_sent_at"),
  formSentBy: text("form_sent_by"),
  /** When people had ended it at the bank, too, after it ended here. */
  bankEndedAt: realMoment("bank_ended_at"),
};

export const mandateColumns = { ...begunColumns, ...paperColumns };

/** Finds mandates by the names that they have at a provider, or by their form. */
export const mandatesByName = (
  named: Record<"reference" | "begunReference" | "providerReference" | "formFileId", AnyPgColumn>,
) => [
  index("mandates_form").on(named.formFileId).where(sql`form_file_id is not null`),
  uniqueIndex("mandates_reference").on(named.reference),
  index("mandates_begun").on(named.begunReference).where(sql`begun_reference is not null`),
  index("mandates_given")
    .on(named.providerReference)
    .where(sql`rail_id is not null and provider_reference is not null`),
];
