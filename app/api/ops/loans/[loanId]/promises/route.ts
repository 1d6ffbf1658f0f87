import { toChange } from "@/lib/edge/http/operator-token";
import { route } from "@/lib/edge/http/route";
import { promiseAnswer, takePromiseBody } from "@/lib/lending/contacts/schema";
import { takePromise } from "@/lib/lending/contacts/take-promise";

export const POST = route({
  ...toChange("collect"),
  operationId: "takePaymentPromise",
  summary: "Note a promise to pay",
  description:
    "Takes the place of one whose day has not passed. Nothing of what is due changes, and whether it is kept follows from the ledger.",
  body: takePromiseBody,
  answers: { 200: { description: "As it was noted", body: promiseAnswer } },
  errors: takePromise.errors,
  respond: ({ actor: operator, params: { loanId = "" }, body: input, realNow }) =>
    takePromise({ operator, loanId, input, realNow }),
});
