import { embedToken } from "@/lib/edge/http/embed-token";
import { namedRevisions, replacing } from "@/lib/edge/http/etag";
import { route } from "@/lib/edge/http/route";
import { clearDrafts } from "@/lib/merchants/kyc/drafts/save-draft";
import { saveBusinessInfo } from "@/lib/merchants/kyc/save-business-info";
import { readEmbedSession } from "@/lib/surfaces/journey/read-session";
import { embedSession } from "@/lib/surfaces/journey/schema";
import { businessInfoBody } from "@/lib/terms/kyc/schema";

export const PUT = route({
  operationId: "saveJourneyBusinessInfo",
  summary: "Save business information in the journey",
  description: "Same as in the Marketplace API, on the same KYC record.",
  auth: embedToken,
  rate: "write",
  body: businessInfoBody,
  ...replacing("revisions.businessInfo", { description: "Saved; the session as it is now", body: embedSession }),
  errors: saveBusinessInfo.errors,
  respond: async ({ actor, body, request, now, realNow }) => {
    await saveBusinessInfo({ actor, ref: actor.merchantId, input: body, basedOn: namedRevisions(request), now });
    await clearDrafts({ actor, steps: ["business-info"], realNow });
    return readEmbedSession(actor, now);
  },
});
