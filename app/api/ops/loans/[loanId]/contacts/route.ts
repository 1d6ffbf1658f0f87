import { toChange } from "@/lib/edge/http/operator-token";
import { route } from "@/lib/edge/http/route";
import { noteContact } from "@/lib/lending/contacts/note-contact";
import { contactAnswer, noteContactBody } from "@/lib/lending/contacts/schema";

export const POST = route({
  ...toChange("collect"),
  operationId: "noteLoanContact",
  summary: "Note a contact",
  description:
    "What was said with the merchant about the loan. It stays as it was noted, and the merchant does not see it.",
  body: noteContactBody,
  answers: { 200: { description: "As it was noted", body: contactAnswer } },
  errors: noteContact.errors,
  respond: ({ actor: operator, params: { loanId = "" }, body: input, realNow }) =>
    noteContact({ operator, loanId, input, realNow }),
});
