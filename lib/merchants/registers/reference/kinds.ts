import { businessProofs, type DocumentType, documentKinds, documentTypes } from "@/lib/terms/kyc/document-kinds";
import { businessKinds, businessTypes } from "@/lib/terms/merchants/business-kinds";

/** The kinds of business that `businessType` takes, with what they are. */
export const listedBusinessTypes = businessTypes.map((code) => ({ code, ...businessKinds[code] }));

/** The kinds of document that `documentType` takes, and whether one proves the business. */
export const listedDocumentTypes = documentTypes.map((code) => ({
  code,
  ...documentKinds[code],
  proves: proofOf(code),
}));

function proofOf(type: DocumentType): "any" | "unregistered" | null {
  if (businessProofs(null).includes(type)) return "any";
  return businessProofs("UNREGISTERED").includes(type) ? "unregistered" : null;
}
