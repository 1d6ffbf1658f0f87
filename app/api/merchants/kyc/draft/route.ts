import { merchantToken } from "@/lib/edge/http/account-token";
import { deviceOf } from "@/lib/edge/http/client-address";
import { route } from "@/lib/edge/http/route";
import { saveDraft } from "@/lib/merchants/kyc/drafts/save-draft";
import { draftAnswer, saveAccountDraftBody } from "@/lib/terms/drafts/schema";

export const PUT = route({
  operationId: "saveAccountDraft",
  summary: "Keep what is typed",
  description:
    "The fields of a step's form before they are saved, so that a merchant can go on elsewhere, in the journey too. Saving the step or submitting clears it.",
  auth: merchantToken,
  rate: "write",
  maxBody: 64 * 1024,
  body: saveAccountDraftBody,
  answers: { 200: { description: "Kept", body: draftAnswer } },
  errors: saveDraft.errors,
  respond: ({ actor, body, request, realNow }) =>
    saveDraft({ actor, input: body, device: deviceOf(request.headers), realNow }),
});
