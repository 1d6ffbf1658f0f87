import { fromKobo, nairaText } from "@/lib/money";
import { bankNameOf } from "@/lib/payouts/bank-name";
import type { findLoanSubject, listHeldPayouts, MarketplaceSubject, MerchantSubject } from "./queries";

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

export function describeLoan({ loan, merchant }: Awaited<ReturnType<typeof findLoanSubject>>): string[] {
  const principal = nairaText(fromKobo(loan.principal));
  return [...describeMerchant(merchant), `Loan         ${loan.reference} (${loan.id}), ${principal}, ${loan.status}`];
}

export function describeHeld(held: Awaited<ReturnType<typeof listHeldPayouts>>[number]): string {
  const { accountName, bankCode, lastFour, createdAt } = held;
  return `Account of   ${accountName} (${bankNameOf(bankCode)} …${lastFour}), held since ${createdAt.toISOString()}`;
}
