import { saveDraft } from "@/lib/drafts/save-draft";
import { draftAnswer, saveDraftBody } from "@/lib/drafts/schema";
import { deviceOf } from "@/lib/http/client-address";
import { embedToken } from "@/lib/http/embed-token";
import { route } from "@/lib/http/route";

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
  errors: ["DRAFT_CONFLICT", "KYC_NOT_EDITABLE", "CONNECTION_CLOSED"],
  respond: ({ actor, body, request, realNow }) =>
    saveDraft({ actor, input: body, device: deviceOf(request.headers), realNow }),
});
