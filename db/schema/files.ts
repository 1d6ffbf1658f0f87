import { sql } from "drizzle-orm";
import { index, integer, pgTable, text } from "drizzle-orm/pg-core";
import { idColumn, realMoment, tenantColumns } from "@/db/columns";
import { fileStatuses, mimeTypes } from "@/lib/terms/documents/constants";
import { ofMerchant } from "./merchants";

/** An upload: requested, stored, confirmed. Belongs to the tenant, and to a merchant once attached. */
export const files = pgTable(
  "files",
  {
    /** Also the `fileKey` on the wire. */
    id: idColumn(),
    ...tenantColumns,
    merchantId: text("merchant_id"),
    status: text("status", { enum: fileStatuses }).notNull(),
    fileName: text("file_name").notNull(),
    mimeType: text("mime_type", { enum: mimeTypes }).notNull(),
    fileSize: integer("file_size").notNull(),
    sha256: text("sha256"),
    /** Name of the bytes in the storage: a new one for each PUT, so that a late PUT cannot change confirmed bytes. */
    storageName: text("storage_name"),
    /** What the bytes are encrypted with, itself encrypted; null while they are as a former version stored them. */
    dataKey: text("data_key_encrypted"),
    /** Digest of the single-purpose token that the PUT must carry. */
    uploadTokenDigest: text("upload_token_digest").notNull(),
    createdAt: realMoment("created_at").notNull(),
    expiresAt: realMoment("expires_at").notNull(),
  },
  (table) => [
    ofMerchant(table),
    index("files_expiry").on(table.expiresAt),
    index("files_plain").on(table.id).where(sql`storage_name is not null and data_key_encrypted is null`),
    // Uploads are counted by owner before another is accepted.
    index("files_owner").on(table.marketplaceId, table.environment, table.merchantId),
  ],
);

/** Written before the bytes, deleted once a file refers to them or they are gone: what a crash leaves is found. */
export const looseBytes = pgTable(
  "loose_bytes",
  {
    storageName: text("storage_name").primaryKey(),
    ...tenantColumns,
    since: realMoment("since").notNull(),
  },
  (table) => [index("loose_bytes_age").on(table.since)],
);
