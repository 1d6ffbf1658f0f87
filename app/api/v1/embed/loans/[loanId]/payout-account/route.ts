import { loanRoute, ownLoan } from "@/lib/edge/http/loan-route";
import { merchantAccountBody } from "@/lib/lending/transfers/payouts/merchant-account-schema";
import { savePayoutAccount } from "@/lib/lending/transfers/payouts/save-payout-account";

export const PUT = loanRoute(ownLoan, {
  operationId: "setPayoutAccount",
  summary: "Set the account the loan is paid out to",
  description:
    "Asks the bank whose account it is; the answer shows the name and whether it matches the merchant. The account can be changed until the money is on its way, and each account needs its own mandate.",
  body: merchantAccountBody,
  answer: "The account is set",
  errors: ["PAYOUT_ACCOUNT_REFUSED", "CONNECTION_CLOSED"],
  act: savePayoutAccount,
});
