import { transaction } from "@/db/client";
import type { Actor } from "@/lib/actor";
import { acceptOffer } from "@/lib/funding/accept-offer";
import type { LoanCall } from "@/lib/loans/act-on-loan";
import { lockLoan } from "@/lib/loans/load-loans";
import { refuseMarketplace } from "@/lib/loans/transitions";
import { type AskedMandate, activateMandate, askForMandate } from "@/lib/mandates/activate-mandate";
import { orderMandate } from "@/lib/mandates/prepare-mandate";
import { orderPayout } from "@/lib/payouts/order-payout";
import { enquireAccount, storePayoutAccount } from "@/lib/payouts/save-payout-account";
import { sendPayout } from "@/lib/payouts/send-payout";
import { type BankProvider, bankProvider } from "@/lib/providers/bank";
import { type MandateProvider, mandateProvider } from "@/lib/providers/mandate";
import { reachOf } from "@/lib/reach";
import type { AcceptLoan } from "./schema";

const usualAccount = { bankCode: "058", accountNumber: "0123456789" };

type Call = LoanCall & { input: AcceptLoan };

type Parties = { bank: BankProvider; mandates: MandateProvider };

/**
 * Does for a test merchant what it would do in the hosted journey: accepts the offer, gives a payout account, agrees to
 * the mandate; then has the money sent. Steps already done are skipped, so concurrent calls, or one that follows a
 * killed call, end the same way. Not inside a transaction, unless the outside parties are the sandbox's own, which make
 * no calls.
 * @throws CodedError NOT_FOUND, OFFER_EXPIRED, LOAN_STATE_CONFLICT, PAYOUT_ACCOUNT_REFUSED, TEST_KEY_REQUIRED
 */
export async function acceptLoan(call: Call, parties = partiesOf(call.actor)): Promise<void> {
  const { actor, loanId, now } = call;
  const step = { actor, loanId, now };
  refuseMarketplace(actor);
  const account = await enquire(call, parties.bank);
  const { state, ordered } = await transaction(async () => {
    const state = await acceptOffer(step);
    if (state !== "ACCEPTED") return { state, ordered: null };
    const { payoutAccountId } = await lockLoan(reachOf(actor), loanId);
    if (account && (account.given || !payoutAccountId)) await storePayoutAccount({ ...step, ...account });
    return { state, ordered: await orderMandate(step) };
  });
  if (state === "ACTIVE") return;
  const asked = ordered?.status === "PENDING" ? await askForMandate(ordered, parties.mandates) : null;
  await sendPayout(await proceed(step, asked), now, parties.bank);
}

function partiesOf({ tenant: { environment } }: Actor): Parties {
  return { bank: bankProvider(environment), mandates: mandateProvider(environment) };
}

/** The bank's answer about the account the loan needs; null when it no longer needs one. */
async function enquire({ actor, loanId, input }: Call, bank: BankProvider) {
  const loan = await transaction(() => lockLoan(reachOf(actor), loanId));
  const given = input.bankCode !== undefined || input.accountNumber !== undefined;
  const before = loan.status === "APPROVED" || loan.status === "ACCEPTED";
  if (!before || (loan.payoutAccountId && !given)) return null;
  const account = { ...usualAccount, ...input };
  return { given, input: account, enquiry: await enquireAccount(loan, account, bank) };
}

/** Activates the mandate and then orders the payout, skipping steps another request has already done. */
async function proceed(step: LoanCall, asked: AskedMandate | null): Promise<string> {
  return transaction(async () => {
    const { status } = await lockLoan(reachOf(step.actor), step.loanId);
    if (asked && status === "ACCEPTED") await activateMandate({ ...step, asked });
    return orderPayout(step);
  });
}
