import { eq } from "drizzle-orm";
import { db } from "@/db/client";
import { loans, mandates } from "@/db/schema/loans";
import { merchants } from "@/db/schema/merchants";
import { everyMerchantOf } from "@/lib/kernel/reach";
import { realTimeOf } from "@/lib/kernel/time";
import { acceptOffer } from "@/lib/lending/funding/accept-offer";
import { checkMandate } from "@/lib/lending/servicing/check-mandate";
import { requestMandate } from "@/lib/lending/transfers/mandates/request-mandate";
import { savePayoutAccount } from "@/lib/lending/transfers/payouts/save-payout-account";
import { merchantNames } from "@/lib/merchants/merchants/merchant-names";
import { sandboxActor } from "@/test/factories/kyc";
import { lendableMerchant } from "@/test/factories/lendable";
import { createTestLender, giveRail } from "@/test/factories/lender";
import { anyLoan } from "@/test/factories/loan";
import { createMarketplace } from "@/test/factories/marketplace";
import { now } from "@/test/time";
import type { PaystackStandIn } from "./server";

export const liveKey = "sk_live_3333333333333333333333333333333333333333";
export const liveAccount = { bankCode: "058", accountNumber: "0123456789" };

/** A live loan that is accepted and has the account it is paid to, named by the stand-in. */
export async function acceptedLiveLoan(paystack: PaystackStandIn, integration: number, lender?: string) {
  const { live } = await createMarketplace({ live: true });
  const { merchantId } = await lendableMerchant(live, now());
  await db().update(merchants).set({ email: "ada@foods.example" }).where(eq(merchants.id, merchantId));
  const [businessName = ""] = await merchantNames(everyMerchantOf(live), merchantId);
  const { bankCode, accountNumber: number } = liveAccount;
  paystack.control.accounts.set({ bankCode, number, name: businessName });
  const { loanId } = await anyLoan(live, merchantId);
  const lenderId = lender ?? (await createTestLender({ environment: "live" }));
  if (!lender) await giveRail(lenderId, String(integration), liveKey);
  await db().update(loans).set({ lenderId }).where(eq(loans.id, loanId));
  const call = { actor: sandboxActor(live), loanId, now: now() };
  await acceptOffer(call);
  const account = await savePayoutAccount({ ...call, input: liveAccount });
  return { ...call, lenderId, businessName, account };
}

export type LiveLoan = Awaited<ReturnType<typeof acceptedLiveLoan>>;

export function askForMandate({ actor, loanId, now: at }: LiveLoan) {
  return requestMandate({ actor, loanId, now: at, realNow: realTimeOf(at.getTime()) });
}

export async function mandateOfLoan({ loanId }: LiveLoan) {
  const [found] = await db().select().from(mandates).where(eq(mandates.loanId, loanId));
  if (!found) throw new Error("There is no mandate.");
  return found;
}

/** Its holder agrees at the stand-in, and the service has seen it. Answers the mandate's id. */
export async function agreeToMandate(paystack: PaystackStandIn, loan: LiveLoan): Promise<string> {
  await askForMandate(loan);
  const { id, begunReference } = await mandateOfLoan(loan);
  const { mandates: holder } = paystack.control;
  holder.agree(begunReference ?? "", liveAccount.bankCode, liveAccount.accountNumber);
  holder.activate(begunReference ?? "");
  await checkMandate(id, loan.now);
  return id;
}
