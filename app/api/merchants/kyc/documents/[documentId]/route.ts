import { kycRoute } from "@/lib/edge/http/kyc-route";
import { removeDocument } from "@/lib/merchants/kyc/remove-document";

export const DELETE = kycRoute({
  operationId: "removeAccountDocument",
  summary: "Remove a document",
  description: "Takes the document out of the KYC record. Allowed while KYC is PENDING or REQUIRES_UPDATE.",
  done: "Removed",
  errors: ["NOT_FOUND"],
  work: ({ call, params }) => removeDocument({ ...call, documentId: params.documentId ?? "" }),
});
