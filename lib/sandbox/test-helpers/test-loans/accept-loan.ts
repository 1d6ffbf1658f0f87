import { transaction } from "@/db/client";
import type { Actor } from "@/lib/kernel/actor";
import { reachOf } from "@/lib/kernel/reach";
import { acceptOffer } from "@/lib/lending/funding/accept-offer";
import { prepareToDecideAgain, unlessRefused } from "@/lib/lending/funding/decide-again";
import { type AskedMandate, activateMandate, askForMandate } from "@/lib/lending/transfers/mandates/activate-mandate";
import { orderMandate } from "@/lib/lending/transfers/mandates/prepare-mandate";
import { placePayout } from "@/lib/lending/transfers/payouts/order-payout";
import { holderIn } from "@/lib/lending/transfers/payouts/payout-account";
import { enquireAccount, storePayoutAccount } from "@/lib/lending/transfers/payouts/save-payout-account";
import { sendPayout } from "@/lib/lending/transfers/payouts/send-payout";
import type { LoanCall } from "@/lib/loans/loans/act-on-loan";
import { lockLoan } from "@/lib/loans/loans/load-loans";
import { refuseMarketplace } from "@/lib/loans/loans/transitions";
import { type BankProvider, bankProvider } from "@/lib/platform/providers/bank";
import { type MandateProvider, mandateProvider } from "@/lib/platform/providers/mandate";
import type { AcceptLoan } from "./schema";

const usualAccount = { bankCode: "058", accountNumber: "0123456789" };

type Call = LoanCall & { input: AcceptLoan };

type Parties = { bank: BankProvider; mandates: MandateProvider };

/**
 * Does for a test merchant what it would do in the hosted journey: accepts the offer, gives a payout account, agrees to
 * the mandate; then has the money sent. Steps already done are skipped, so concurrent calls, or one that follows a
 * killed call, end the same way. Not inside a transaction, unless the outside parties are the sandbox's own, which make
 * no calls.
 */
export async function acceptLoan(call: Call, parties = partiesOf(call.actor)): Promise<void> {
  const { actor, loanId, now } = call;
  const step = { actor, loanId, now };
  refuseMarketplace(actor);
  const account = await enquire(call, parties.bank);
  if (account) holderIn(account.enquiry);
  // In a transaction of its own: an offer that no longer stands is cancelled for good.
  if ((await acceptOffer(step)) === "ACTIVE") return;
  const ordered = await transaction(async () => {
    const { status, payoutAccountId } = await lockLoan(reachOf(actor), loanId);
    if (status !== "ACCEPTED") return null;
    if (account && (account.given || !payoutAccountId)) await storePayoutAccount({ ...step, ...account });
    return orderMandate(step);
  });
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
  const { actor, loanId, now } = step;
  await prepareToDecideAgain(reachOf(actor), loanId, now);
  const placed = await transaction(async () => {
    const { status } = await lockLoan(reachOf(actor), loanId);
    if (asked && status === "ACCEPTED") await activateMandate({ ...step, asked });
    return placePayout(step);
  });
  return unlessRefused(placed);
}
