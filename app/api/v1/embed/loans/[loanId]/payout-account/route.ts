import { loanRoute, ownLoan } from "@/lib/http/loan-route";
import { savePayoutAccount } from "@/lib/payouts/save-payout-account";
import { merchantAccountBody } from "@/lib/payouts/schema";

export const PUT = loanRoute(ownLoan, {
  operationId: "setPayoutAccount",
  summary: "Set the account the loan is paid out to",
  description:
    "The bank is asked whose account it is; the answer shows the name, and whether it is the merchant's. Another account can be given until the money is on its way: it takes a mandate of its own.",
  body: merchantAccountBody,
  answer: "The account is set",
  errors: ["PAYOUT_ACCOUNT_REFUSED", "CONNECTION_CLOSED"],
  act: savePayoutAccount,
});
