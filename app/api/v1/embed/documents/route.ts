import { embedToken } from "@/lib/edge/http/embed-token";
import { route } from "@/lib/edge/http/route";
import { attachDocument } from "@/lib/merchants/kyc/attach-document";
import { readEmbedSession } from "@/lib/surfaces/journey/read-session";
import { embedSession } from "@/lib/surfaces/journey/schema";
import { documentBody } from "@/lib/terms/kyc/schema";

export const POST = route({
  operationId: "attachJourneyDocument",
  summary: "Attach a document in the journey",
  description: "Attaches a confirmed upload of the same merchant to its KYC record.",
  auth: embedToken,
  rate: "write",
  body: documentBody,
  idempotent: true,
  answers: { 200: { description: "Attached: the session as it is now", body: embedSession } },
  errors: attachDocument.errors,
  respond: async ({ actor, body, now }) => {
    await attachDocument({ actor, ref: actor.merchantId, input: body, now });
    return readEmbedSession(actor, now);
  },
});
