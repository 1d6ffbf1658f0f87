import { embedToken } from "@/lib/edge/http/embed-token";
import { namedRevisions, replacing } from "@/lib/edge/http/etag";
import { route } from "@/lib/edge/http/route";
import { keepIdentities } from "@/lib/lending/funding/borrowers/keep-identities";
import { clearDrafts } from "@/lib/merchants/kyc/drafts/save-draft";
import { checkJourneyDirectors, saveJourneyDirectors } from "@/lib/merchants/kyc/save-journey-directors";
import { readEmbedSession } from "@/lib/surfaces/journey/read-session";
import { embedSession } from "@/lib/surfaces/journey/schema";
import { journeyDirectorsBody } from "@/lib/terms/kyc/schema";

export const POST = route({
  operationId: "saveJourneyDirectors",
  summary: "Save the directors in the journey",
  description:
    "Replaces the list, as in the Marketplace API. Name existing directors by id; they keep the stored identity number unless another is sent.",
  auth: embedToken,
  rate: "write",
  body: journeyDirectorsBody,
  idempotent: true,
  ...replacing("revisions.directors", { description: "Saved; the session as it is now", body: embedSession }),
  errors: saveJourneyDirectors.errors,
  prepare: ({ actor, body, now }) =>
    checkJourneyDirectors({ actor, ref: actor.merchantId, input: body.directors, now }),
  respond: async ({ actor, body, prepared: checks, request, now, realNow }) => {
    const { directors: input } = body;
    const basedOn = namedRevisions(request);
    await saveJourneyDirectors({ actor, ref: actor.merchantId, input, checks, watch: keepIdentities, basedOn, now });
    await clearDrafts({ actor, steps: ["directors"], realNow });
    return readEmbedSession(actor, now);
  },
});
