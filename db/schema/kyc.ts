import { sql } from "drizzle-orm";
import {
  boolean,
  date,
  index,
  integer,
  jsonb,
  pgTable,
  primaryKey,
  smallint,
  text,
  unique,
  uniqueIndex,
} from "drizzle-orm/pg-core";
import { businessMoment, dueColumns, dueIndex, idColumn, realMoment, tenantColumns } from "@/db/columns";
import { directorPositions, verificationStatuses } from "@/lib/terms/kyc/constants";
import type { plainFields } from "@/lib/terms/kyc/director-fields";
import { documentTypes } from "@/lib/terms/kyc/document-kinds";
import { leastUrgent } from "@/lib/terms/kyc/findings";
import type { BusinessInfo, Requirement } from "@/lib/terms/kyc/schema";
import { kycStatuses } from "@/lib/terms/kyc/states";
import { identityTypes } from "@/lib/terms/providers";
import { files } from "./files";
import { ofMerchant } from "./merchants";
import { users } from "./users";

/** Spelled out: a condition with parameters would not be known to be that of the indexes below. */
const waits = sql`status in ('SUBMITTED', 'IN_REVIEW')`;

/** One KYC record per merchant, written by the API and by the hosted journey alike. */
export const kycRecords = pgTable(
  "kyc_records",
  {
    id: idColumn(),
    ...tenantColumns,
    merchantId: text("merchant_id").notNull().unique(),
    status: text("status", { enum: kycStatuses }).notNull(),
    businessInfo: jsonb("business_info").$type<BusinessInfo>(),
    /** As the marketplace last wrote it: fields that still match are shown to the merchant as prefilled. */
    prefilledBusinessInfo: jsonb("prefilled_business_info").$type<BusinessInfo>(),
    /** One more with each change of the business information, by whoever; likewise of the directors. */
    businessInfoRevision: integer("business_info_revision").notNull().default(0),
    directorsRevision: integer("directors_revision").notNull().default(0),
    submittedAt: businessMoment("submitted_at"),
    decidedAt: businessMoment("decided_at"),
    rejectionReason: text("rejection_reason"),
    /** What the reviewer asked for: `{step, item, reasonCode, message, resolved}[]`. */
    requirements: jsonb("requirements").$type<Requirement[]>().notNull().default([]),
    /** How soon a reviewer should look, as last rated: 0 first. It orders the queue and decides nothing. */
    urgency: smallint("urgency").notNull().default(leastUrgent),
    /** The reviewer whose case it is, while it waits for review; null: nobody's. */
    takenBy: text("taken_by").references(() => users.id),
    takenAt: realMoment("taken_at"),
    createdAt: businessMoment("created_at").notNull(),
    ...dueColumns,
  },
  (table) => [
    ofMerchant(table),
    dueIndex("kyc_records_due", table),
    // What callers say (lib/surfaces/console/loans/find-caller.ts).
    index("kyc_records_phone_end").on(table.environment, sql`right(business_info->>'businessPhone', 4)`),
    index("kyc_records_name").using(
      "gin",
      table.environment,
      sql`(' ' || (business_info->>'businessName')) gin_trgm_ops`,
    ),
    index("kyc_records_email").on(table.environment, sql`lower(business_info->>'businessEmail')`),
    // The queue of reviewers, of all marketplaces: the longest waiting first, or the most urgent.
    index("kyc_records_by_age").on(table.environment, table.submittedAt, table.id).where(waits),
    index("kyc_records_by_urgency").on(table.environment, table.urgency, table.submittedAt, table.id).where(waits),
    index("kyc_records_taken").on(table.takenBy).where(sql`taken_by is not null`),
    // By the state that marketplaces see (lib/surfaces/dashboard/merchant-list.ts).
    index("kyc_records_shown").on(
      table.marketplaceId,
      table.environment,
      sql`(case when status = 'IN_REVIEW' then 'SUBMITTED' else status end)`,
      table.merchantId,
    ),
  ],
);

/** What is known of a director and stored as it is: a column for each such field of `directorFields`. */
const directorColumns = {
  firstName: text("first_name").notNull(),
  middleName: text("middle_name"),
  lastName: text("last_name").notNull(),
  nationality: text("nationality").notNull(),
  position: text("role", { enum: directorPositions }),
} satisfies Record<keyof typeof plainFields, unknown>;

/** Directors and owners. Numbers and details are encrypted; equal numbers are found by a keyed digest. */
export const directors = pgTable(
  "directors",
  {
    id: idColumn(),
    ...tenantColumns,
    kycId: text("kyc_id")
      .notNull()
      .references(() => kycRecords.id),
    listPosition: integer("list_position").notNull(),
    ...directorColumns,
    /** The `sealedFields` of `directorFields` as JSON, encrypted; null: in plain text, in the next four. */
    personal: text("personal_encrypted"),
    /** As a former version stored it, like the next three, until a start encrypts them. */
    email: text("email"),
    phoneNumber: text("phone_number"),
    address: text("address"),
    dateOfBirth: date("date_of_birth"),
    identityType: text("identity_type", { enum: identityTypes }).notNull(),
    identityNumber: text("identity_number_encrypted").notNull(),
    identityDigest: text("identity_digest").notNull(),
    /** As shown to people (`masked`). */
    identityMasked: text("identity_masked").notNull(),
    isPrimary: boolean("is_primary").notNull(),
    verificationStatus: text("verification_status", { enum: verificationStatuses }).notNull(),
    /** As the marketplace's backend wrote it; false once the merchant has changed it or added it. */
    prefilled: boolean("prefilled").notNull().default(true),
  },
  (table) => [
    // What callers say (lib/surfaces/console/loans/find-caller.ts).
    index("directors_search").using("gin", table.environment, sql`(first_name || ' ' || last_name) gin_trgm_ops`),
    unique("directors_identity").on(table.kycId, table.identityDigest),
    index("directors_identity_digest").on(table.identityDigest),
    index("directors_plain").on(table.id).where(sql`personal_encrypted is null`),
  ],
);

/**
 * Verified identities that left a list of directors while fraud of the borrower was in force or something was owed by it,
 * as the keyed digest alone: they still say who is one borrower (docs/lending.md#borrowers).
 */
export const keptIdentities = pgTable(
  "kept_identities",
  {
    ...tenantColumns,
    kycId: text("kyc_id")
      .notNull()
      .references(() => kycRecords.id),
    identityDigest: text("identity_digest").notNull(),
    keptAt: businessMoment("kept_at").notNull(),
  },
  (table) => [
    primaryKey({ columns: [table.kycId, table.identityDigest] }),
    index("kept_identities_digest").on(table.identityDigest),
  ],
);

/** Documents of a KYC record; the bytes are in the storage, under the file. */
export const documents = pgTable(
  "documents",
  {
    id: idColumn(),
    ...tenantColumns,
    kycId: text("kyc_id")
      .notNull()
      .references(() => kycRecords.id),
    fileId: text("file_id")
      .notNull()
      .references(() => files.id),
    documentType: text("document_type", { enum: documentTypes }).notNull(),
    fileName: text("file_name").notNull(),
    /** Whether the marketplace's backend attached it, not the merchant. */
    prefilled: boolean("prefilled").notNull().default(true),
    createdAt: businessMoment("created_at").notNull(),
  },
  (table) => [
    unique("documents_file").on(table.kycId, table.documentType, table.fileId),
    index("documents_file_id").on(table.fileId),
  ],
);

/**
 * That a reviewer found an item of a case in order, as it was shown. One that no longer counts stays, with when it ended:
 * it was taken back, or the item accepted anew or asked for again. Whether the item has changed since, its digest says.
 */
export const kycAcceptances = pgTable(
  "kyc_acceptances",
  {
    id: idColumn(),
    ...tenantColumns,
    kycId: text("kyc_id")
      .notNull()
      .references(() => kycRecords.id),
    /** The key of the item (lib/terms/kyc/case-items.ts). */
    item: text("item").notNull(),
    digest: text("digest").notNull(),
    acceptedBy: text("accepted_by")
      .notNull()
      .references(() => users.id),
    acceptedAt: businessMoment("accepted_at").notNull(),
    endedAt: businessMoment("ended_at"),
  },
  (table) => [
    uniqueIndex("kyc_acceptances_in_force").on(table.kycId, table.item, table.acceptedBy).where(sql`ended_at is null`),
  ],
);
