import type { payoutAccounts } from "@/db/schema/loans";
import { fromKobo, nairaText } from "@/lib/money";
import { bankNameOf } from "@/lib/payouts/bank-name";
import type { HeldPayout, LoanSubject, MarketplaceSubject, MerchantSubject } from "./queries";

export function describeMarketplace({ id, name, liveAt }: MarketplaceSubject): string {
  return `Marketplace  ${name} (${id}), ${liveAt ? `live since ${liveAt.toISOString()}` : "not live"}`;
}

export function describeMerchant(subject: MerchantSubject): string[] {
  const { tenant, marketplace, merchantId, thirdPartyCustomerId, businessName, connectionStatus, kycStatus } = subject;
  return [
    `Marketplace  ${marketplace} (${tenant.marketplaceId}), ${tenant.environment}`,
    `Merchant     ${businessName} (${merchantId}, there ${thirdPartyCustomerId ?? "not yet named"})`,
    `             connection ${connectionStatus}, KYC ${kycStatus}`,
  ];
}

/** A KYC record that waits for review, in one line. */
export function describeWaiting(subject: MerchantSubject): string {
  const { tenant, marketplace, merchantId, businessName, kycStatus, kycSubmittedAt } = subject;
  const since = kycSubmittedAt ? ` since ${kycSubmittedAt.toISOString()}` : "";
  return `${tenant.environment}  ${businessName} (${merchantId}) of ${marketplace}, ${kycStatus}${since}`;
}

export function describeLoan({ loan, merchant }: LoanSubject): string[] {
  const principal = nairaText(fromKobo(loan.principal));
  return [...describeMerchant(merchant), `Loan         ${loan.reference} (${loan.id}), ${principal}, ${loan.status}`];
}

type Account = Pick<typeof payoutAccounts.$inferSelect, "accountName" | "bankCode" | "lastFour">;

export function describeAccount({ accountName, bankCode, lastFour }: Account): string {
  return `Account of   ${accountName} (${bankNameOf(bankCode)} …${lastFour})`;
}

export function describeHeld(held: HeldPayout): string {
  const { createdAt, heldUntil } = held;
  const until = heldUntil ? `, until ${heldUntil.toISOString()}` : "";
  return `${describeAccount(held)}, held since ${createdAt.toISOString()}${until}`;
}
