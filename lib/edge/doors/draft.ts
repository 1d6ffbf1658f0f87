import { merchantToken } from "@/lib/edge/http/account-token";
import { deviceOf } from "@/lib/edge/http/client-address";
import { embedToken } from "@/lib/edge/http/embed-token";
import { route } from "@/lib/edge/http/route";
import { saveDraft } from "@/lib/merchants/kyc/drafts/save-draft";
import { draftAnswer, saveAccountDraftBody, saveDraftBody } from "@/lib/terms/drafts/schema";

const keeping = {
  rate: "write",
  maxBody: 64 * 1024,
  answers: { 200: { description: "Kept", body: draftAnswer } },
  errors: saveDraft.errors,
} as const;

export const draft = {
  journey: route({
    ...keeping,
    operationId: "saveJourneyDraft",
    summary: "Keep what is typed in the journey",
    description:
      "The fields of a step's form before they are saved, so that a merchant can go on elsewhere. Saving the step or submitting the application clears it.",
    auth: embedToken,
    body: saveDraftBody,
    respond: ({ actor, body, request, realNow }) =>
      saveDraft({ actor, input: body, device: deviceOf(request.headers), realNow }),
  }),
  account: route({
    ...keeping,
    operationId: "saveAccountDraft",
    summary: "Keep what is typed",
    description:
      "The fields of a step's form before they are saved, so that a merchant can go on elsewhere, in the journey too. Saving the step or submitting clears it.",
    auth: merchantToken,
    body: saveAccountDraftBody,
    respond: ({ actor, body, request, realNow }) =>
      saveDraft({ actor, input: body, device: deviceOf(request.headers), realNow }),
  }),
};
