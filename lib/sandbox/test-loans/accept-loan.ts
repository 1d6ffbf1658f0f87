import { transaction } from "@/db/client";
import type { Actor } from "@/lib/actor";
import { acceptOffer } from "@/lib/loans/accept-offer";
import { lockLoan } from "@/lib/loans/load-loans";
import { activateMandate } from "@/lib/mandates/activate-mandate";
import { orderPayout } from "@/lib/payouts/order-payout";
import { savePayoutAccount } from "@/lib/payouts/save-payout-account";
import { sendPayout } from "@/lib/payouts/send-payout";
import { reachOf } from "@/lib/reach";
import type { AcceptLoan } from "./schema";

/** Where test money goes when nobody says otherwise. */
const usualAccount = { bankCode: "058", accountNumber: "0123456789" };

/**
 * Does for a test merchant what it does in the hosted journey: accepts the offer, gives a payout account, agrees to the
 * mandate; then has the money sent. Whatever of it has happened already is left as it is, and two at once are one after the
 * other.
 * @throws CodedError NOT_FOUND, OFFER_EXPIRED, LOAN_STATE_CONFLICT, PAYOUT_ACCOUNT_REFUSED, TEST_KEY_REQUIRED
 */
export async function acceptLoan(call: { actor: Actor; loanId: string; input: AcceptLoan; now: Date }): Promise<void> {
  const { actor, loanId, input, now } = call;
  const step = { actor, loanId, now };
  const payoutId = await transaction(async () => {
    const state = await acceptOffer(step);
    if (state === "ACTIVE") return null;
    if (state === "ACCEPTED") {
      const { payoutAccountId } = await lockLoan(reachOf(actor), loanId);
      const given = input.bankCode !== undefined || input.accountNumber !== undefined;
      if (!payoutAccountId || given) await savePayoutAccount({ ...step, input: { ...usualAccount, ...input } });
      await activateMandate(step);
    }
    return orderPayout(step);
  });
  if (payoutId) await sendPayout(payoutId, now);
}
