import { accountToken } from "@/lib/edge/http/account-token";
import { route } from "@/lib/edge/http/route";
import { signedFormBody } from "@/lib/lending/transfers/mandates/schema";
import { sendSignedForm } from "@/lib/lending/transfers/mandates/send-signed-form";
import { holderOfLoan, readHolding } from "@/lib/surfaces/account/loans/holding";

export const PUT = route({
  operationId: "sendAccountSignedForm",
  summary: "Send the signed form of a mandate",
  description:
    "A confirmed upload of the loan's merchant: the form of `mandate-form`, signed. Until the lender's bank has the mandate, another takes its place.",
  auth: accountToken,
  rate: "write",
  body: signedFormBody,
  answers: { 204: { description: "Sent" } },
  errors: sendSignedForm.errors,
  respond: async ({ actor: { userId }, params: { loanId = "" }, body: input, realNow }) => {
    const { actor, now } = await holderOfLoan(await readHolding(userId, realNow), loanId);
    await sendSignedForm({ actor, loanId, input, now });
  },
});
