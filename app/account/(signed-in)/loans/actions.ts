"use server";

import { merchantAction } from "@/lib/edge/http/actions/account-action";
import { savePayoutAccount } from "@/lib/lending/transfers/payouts/save-payout-account";
import { refundAccountInput } from "@/lib/surfaces/account/loans/refund-account-schema";

export const giveRefundAccount = merchantAction({
  name: "giveRefundAccount",
  input: refundAccountInput,
  work: ({ actor, input: { loanId, ...account }, now }) => savePayoutAccount({ actor, loanId, input: account, now }),
});
