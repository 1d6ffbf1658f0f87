import { deviceOf } from "@/lib/edge/http/client-address";
import { embedToken } from "@/lib/edge/http/embed-token";
import { route } from "@/lib/edge/http/route";
import { saveDraft } from "@/lib/merchants/kyc/drafts/save-draft";
import { draftAnswer, saveDraftBody } from "@/lib/terms/drafts/schema";

export const PUT = route({
  operationId: "saveJourneyDraft",
  summary: "Keep what is typed in the journey",
  description:
    "The fields of a step's form before they are saved, so that a merchant can go on elsewhere. Saving the step or submitting the application clears it.",
  auth: embedToken,
  rate: "write",
  maxBody: 64 * 1024,
  body: saveDraftBody,
  answers: { 200: { description: "Kept", body: draftAnswer } },
  errors: saveDraft.errors,
  respond: ({ actor, body, request, realNow }) =>
    saveDraft({ actor, input: body, device: deviceOf(request.headers), realNow }),
});
