import { embedToken } from "@/lib/edge/http/embed-token";
import { route } from "@/lib/edge/http/route";
import { removeDocument } from "@/lib/merchants/kyc/remove-document";
import { readEmbedSession } from "@/lib/surfaces/journey/read-session";
import { embedSession } from "@/lib/surfaces/journey/schema";

export const DELETE = route({
  operationId: "removeJourneyDocument",
  summary: "Remove a document in the journey",
  description: "Takes the document out of the KYC record. Allowed while KYC is PENDING or REQUIRES_UPDATE.",
  auth: embedToken,
  rate: "write",
  answers: { 200: { description: "Removed: the session as it is now", body: embedSession } },
  errors: removeDocument.errors,
  respond: async ({ actor, params, now }) => {
    await removeDocument({ actor, ref: actor.merchantId, documentId: params.documentId ?? "", now });
    return readEmbedSession(actor, now);
  },
});
