import { embedToken } from "@/lib/edge/http/embed-token";
import { route } from "@/lib/edge/http/route";
import { clearDrafts } from "@/lib/merchants/kyc/drafts/save-draft";
import { submitKyc } from "@/lib/merchants/kyc/submit-kyc";
import { readEmbedSession } from "@/lib/surfaces/journey/read-session";
import { embedSession } from "@/lib/surfaces/journey/schema";
import { emptyBody } from "@/lib/terms/kyc/schema";

export const POST = route({
  operationId: "submitJourneyKyc",
  summary: "Submit KYC in the journey",
  description: "Same as in the Marketplace API. Submitting again while SUBMITTED changes nothing.",
  auth: embedToken,
  rate: "write",
  body: emptyBody,
  idempotent: true,
  answers: { 200: { description: "Submitted: the session as it is now", body: embedSession } },
  errors: submitKyc.errors,
  respond: async ({ actor, now, realNow }) => {
    await submitKyc({ actor, ref: actor.merchantId, now });
    await clearDrafts({ actor, steps: ["business-info", "directors"], realNow });
    return readEmbedSession(actor, now);
  },
});
