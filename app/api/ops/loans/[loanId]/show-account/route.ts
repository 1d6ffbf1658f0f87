import { toPay } from "@/lib/edge/http/operator-token";
import { route } from "@/lib/edge/http/route";
import { operatorOn } from "@/lib/lending/proposals/loan-kinds";
import { showAccountToName } from "@/lib/lending/transfers/payouts/name-account";
import { accountToName } from "@/lib/lending/transfers/payouts/name-account-schema";

export const POST = route({
  ...toPay,
  operationId: "showLoanAccount",
  summary: "Show the account whose holder is to be found out",
  description:
    "With its number, to look it up in online banking, and the names that count as the merchant's own. Each time is audited.",
  answers: { 200: { description: "The account", body: accountToName } },
  errors: ["INSUFFICIENT_ROLE", "NOT_FOUND", "LOAN_STATE_CONFLICT"],
  respond: async ({ actor: operator, params: { loanId = "" }, realNow }) =>
    showAccountToName(await operatorOn(operator, loanId, realNow)),
});
