import { accountToken } from "@/lib/edge/http/account-token";
import { route } from "@/lib/edge/http/route";
import { readHolding } from "@/lib/surfaces/account/loans/holding";
import { readHeldStatement } from "@/lib/surfaces/account/loans/read-held-loan";
import { heldStatement } from "@/lib/surfaces/account/loans/schema";

/** As many entries as a phone shows without trouble. */
const most = 200;

export const GET = route({
  operationId: "getAccountLoanStatement",
  summary: "Read the statement of an account's loan",
  description: `What was paid out, deducted, reversed and refunded, newest first. At most ${most} entries; the totals are of all.`,
  auth: accountToken,
  rate: "read",
  answers: { 200: { description: "The statement; amounts in naira", body: heldStatement } },
  errors: ["NOT_FOUND"],
  respond: async ({ actor, params, realNow }) =>
    readHeldStatement(await readHolding(actor.userId, realNow), params.loanId ?? "", most),
});
