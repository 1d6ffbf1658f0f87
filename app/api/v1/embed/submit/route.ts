import { clearDrafts } from "@/lib/drafts/save-draft";
import { readEmbedSession } from "@/lib/embed/read-session";
import { embedSession } from "@/lib/embed/schema";
import { embedToken } from "@/lib/http/embed-token";
import { route } from "@/lib/http/route";
import { emptyBody } from "@/lib/kyc/schema";
import { submitKyc } from "@/lib/kyc/submit-kyc";

export const POST = route({
  operationId: "submitJourneyKyc",
  summary: "Submit KYC in the journey",
  description: "Same as in the Marketplace API. Submitting again while SUBMITTED changes nothing.",
  auth: embedToken,
  rate: "write",
  body: emptyBody,
  idempotent: true,
  answers: { 200: { description: "Submitted: the session as it is now", body: embedSession } },
  errors: ["KYC_INCOMPLETE", "KYC_NOT_EDITABLE", "CONNECTION_CLOSED"],
  respond: async ({ actor, now, realNow }) => {
    await submitKyc({ actor, ref: actor.merchantId, now });
    await clearDrafts({ actor, steps: ["business-info", "directors"], realNow });
    return readEmbedSession(actor, now);
  },
});
