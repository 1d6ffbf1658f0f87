import type { files } from "@/db/schema/files";
import type { documents } from "@/db/schema/kyc";
import { adultAge, isAdult } from "@/lib/terms/kyc/constants";
import type { PublicDirector, PublicDocument } from "@/lib/terms/kyc/schema";
import { detailsOf } from "./director-rows";
import type { Director } from "./personal-details";

export function toPublicDirector(row: Director, today: string): PublicDirector {
  const { id, identityType, identityMasked: identityNumber, isPrimary, verificationStatus } = row;
  const underAge = { field: "dateOfBirth", error: `Says that the director is under ${adultAge}` };
  const remarks = isAdult(row.dateOfBirth, today) ? {} : { remarks: [underAge] };
  return { id, ...detailsOf(row), identityType, identityNumber, isPrimary, verificationStatus, ...remarks };
}

export function toPublicDocument(
  row: typeof documents.$inferSelect,
  file: Pick<typeof files.$inferSelect, "id" | "fileSize" | "mimeType">,
): PublicDocument {
  const { id, documentType, fileName, createdAt } = row;
  const { id: fileKey, fileSize, mimeType } = file;
  const stored = { fileKey, fileSize: String(fileSize), mimeType };
  return { id, documentType, fileName, ...stored, createdAt: createdAt.toISOString() };
}
