import { toLook } from "@/lib/edge/http/operator-token";
import { route } from "@/lib/edge/http/route";
import { operatorOn } from "@/lib/lending/proposals/loan-kinds";
import { readLoanReceived } from "@/lib/lending/remittances/received-of-loan";
import { loanReceived } from "@/lib/lending/remittances/schema";

export const GET = route({
  ...toLook,
  operationId: "getLoanReceived",
  summary: "What has been repaid of a loan, as reported and as received",
  description: "Receipts settle the oldest first, over all loans that a marketplace deducts for the lender.",
  answers: { 200: { description: "Both", body: loanReceived } },
  errors: readLoanReceived.errors,
  respond: async ({ actor: operator, params: { loanId = "" }, realNow }) =>
    readLoanReceived(await operatorOn(operator, loanId, realNow)),
});
