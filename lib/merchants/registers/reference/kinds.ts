import { businessProofs, type DocumentType, documentKinds, documentTypes } from "@/lib/terms/kyc/document-kinds";
import { businessKinds, businessTypes } from "@/lib/terms/merchants/business-kinds";

export const listedBusinessTypes = businessTypes.map((code) => ({ code, ...businessKinds[code] }));

export const listedDocumentTypes = documentTypes.map((code) => ({
  code,
  ...documentKinds[code],
  proves: proofOf(code),
}));

function proofOf(type: DocumentType): "any" | "unregistered" | null {
  if (businessProofs(null).includes(type)) return "any";
  return businessProofs("UNREGISTERED").includes(type) ? "unregistered" : null;
}
