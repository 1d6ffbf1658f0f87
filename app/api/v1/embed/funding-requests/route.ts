import { embedToken } from "@/lib/edge/http/embed-token";
import { route } from "@/lib/edge/http/route";
import { createFundingRequest } from "@/lib/lending/funding/create-funding-request";
import { createFundingRequestBody } from "@/lib/lending/funding/schema";
import { clearDrafts } from "@/lib/merchants/kyc/drafts/save-draft";
import { readEmbedSession } from "@/lib/surfaces/journey/read-session";
import { embedSession } from "@/lib/surfaces/journey/schema";

export const POST = route({
  operationId: "createJourneyFundingRequest",
  summary: "Request funding in the journey",
  description: "Each call creates a new request; send an Idempotency-Key to make a retry safe.",
  auth: embedToken,
  rate: "write",
  body: createFundingRequestBody,
  idempotent: true,
  location: "/api/v1/embed/session",
  answers: { 201: { description: "Created, waiting for a decision: the session as it is now", body: embedSession } },
  errors: createFundingRequest.errors,
  respond: async ({ actor, body, now, realNow }) => {
    await createFundingRequest({ actor, ref: actor.merchantId, input: body, now });
    await clearDrafts({ actor, steps: ["funding"], realNow });
    return readEmbedSession(actor, now);
  },
});
