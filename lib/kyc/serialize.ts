import type { files } from "@/db/schema/files";
import type { directors, documents } from "@/db/schema/kyc";
import type { PublicDirector, PublicDocument } from "./schema";

/** A director as the API shows it. The identity number is always masked. */
export function toPublicDirector(row: typeof directors.$inferSelect): PublicDirector {
  return {
    id: row.id,
    firstName: row.firstName,
    middleName: row.middleName,
    lastName: row.lastName,
    email: row.email,
    phoneNumber: row.phoneNumber,
    address: row.address,
    dateOfBirth: row.dateOfBirth,
    nationality: row.nationality,
    identityType: row.identityType,
    identityNumber: row.identityMasked,
    position: row.role,
    isPrimary: row.isPrimary,
    verificationStatus: row.verificationStatus,
  };
}

/** A document with its file, as the API shows it. */
export function toPublicDocument(
  row: typeof documents.$inferSelect,
  file: Pick<typeof files.$inferSelect, "id" | "fileSize" | "mimeType">,
): PublicDocument {
  return {
    id: row.id,
    documentType: row.documentType,
    fileName: row.fileName,
    fileKey: file.id,
    fileSize: String(file.fileSize),
    mimeType: file.mimeType,
    createdAt: row.createdAt.toISOString(),
  };
}
