import { readHolding } from "@/lib/held-loans/holding";
import { readHeldStatement } from "@/lib/held-loans/read-held-loan";
import { heldStatement } from "@/lib/held-loans/schema";
import { accountToken } from "@/lib/http/account-token";
import { route } from "@/lib/http/route";

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
