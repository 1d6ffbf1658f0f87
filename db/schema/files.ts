import { foreignKey, index, integer, pgTable, text } from "drizzle-orm/pg-core";
import { idColumn, realMoment, tenantColumns } from "@/db/columns";
import { fileStatuses, mimeTypes } from "@/lib/documents/constants";
import { merchants } from "./merchants";

/** An upload: requested, put to the storage, confirmed. Belongs to the tenant, and to a merchant once attached. */
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
    /** Name of the bytes in the storage. Every PUT stores under a new one, so a late PUT cannot change confirmed bytes. */
    storageName: text("storage_name"),
    /** Digest of the single-purpose token that the PUT must carry. */
    uploadTokenDigest: text("upload_token_digest").notNull(),
    createdAt: realMoment("created_at").notNull(),
    expiresAt: realMoment("expires_at").notNull(),
  },
  (table) => [
    foreignKey({
      columns: [table.marketplaceId, table.environment, table.merchantId],
      foreignColumns: [merchants.marketplaceId, merchants.environment, merchants.id],
    }),
    // What may be given up one day is found by its age.
    index("files_expiry").on(table.expiresAt),
  ],
);

/**
 * Names in the storage under which there may be bytes that no file names: not yet, or not any more. Written before the
 * bytes are, and gone once a file names them or they are removed; so whatever is killed in between, they are found.
 */
export const looseBytes = pgTable(
  "loose_bytes",
  {
    storageName: text("storage_name").primaryKey(),
    ...tenantColumns,
    since: realMoment("since").notNull(),
  },
  (table) => [index("loose_bytes_age").on(table.since)],
);
