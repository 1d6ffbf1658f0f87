import { foreignKey, index, integer, pgTable, text } from "drizzle-orm/pg-core";
import { idColumn, realMoment, tenantColumns } from "@/db/columns";
import { fileStatuses, mimeTypes } from "@/lib/documents/constants";
import { merchants } from "./merchants";

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
    // Finds expired uploads.
    index("files_expiry").on(table.expiresAt),
  ],
);

/**
 * Names in the storage whose bytes may not belong to any file, not yet or no longer. A row is written before the bytes
 * and deleted once a file refers to them or they are removed, so that bytes left behind by a crash are found.
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
