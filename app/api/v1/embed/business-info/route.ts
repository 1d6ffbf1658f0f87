import { clearDrafts } from "@/lib/drafts/save-draft";
import { readEmbedSession } from "@/lib/embed/read-session";
import { embedSession } from "@/lib/embed/schema";
import { embedToken } from "@/lib/http/embed-token";
import { namedRevisions, replacing } from "@/lib/http/etag";
import { route } from "@/lib/http/route";
import { saveBusinessInfo } from "@/lib/kyc/save-business-info";
import { businessInfoBody } from "@/lib/kyc/schema";

export const PUT = route({
  operationId: "saveJourneyBusinessInfo",
  summary: "Save business information in the journey",
  description: "Same as in the Marketplace API, on the same KYC record.",
  auth: embedToken,
  rate: "write",
  body: businessInfoBody,
  ...replacing("revisions.businessInfo", { description: "Saved; the session as it is now", body: embedSession }),
  errors: ["EDIT_CONFLICT", "KYC_NOT_EDITABLE", "CONNECTION_CLOSED"],
  respond: async ({ actor, body, request, now, realNow }) => {
    await saveBusinessInfo({ actor, ref: actor.merchantId, input: body, basedOn: namedRevisions(request), now });
    await clearDrafts({ actor, steps: ["business-info"], realNow });
    return readEmbedSession(actor, now);
  },
});
