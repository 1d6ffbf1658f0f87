"use server";

import { refundAccountInput } from "@/lib/held-loans/refund-account-schema";
import { merchantAction } from "@/lib/http/account-action";
import { savePayoutAccount } from "@/lib/payouts/save-payout-account";

/** Says where what is owed on a loan goes. */
export const giveRefundAccount = merchantAction({
  name: "giveRefundAccount",
  input: refundAccountInput,
  work: ({ actor, input: { loanId, ...account }, now }) => savePayoutAccount({ actor, loanId, input: account, now }),
});
