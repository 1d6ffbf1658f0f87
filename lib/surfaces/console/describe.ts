import type { payoutAccounts } from "@/db/schema/loans";
import { fromKobo, nairaText } from "@/lib/kernel/money";
import type { GoLive } from "@/lib/parties/marketplaces/go-live/schema";
import { bankNameOf } from "@/lib/terms/bank-names";
import { goLiveLabels } from "@/lib/terms/go-live";
import { findLoanSubject, type LoanSubject, type MarketplaceSubject, type MerchantSubject } from "./queries";
import type { listHeld, listReturned } from "./treasury/money-out";

export function describeMarketplace({ id, name, liveAt, suspendedAt, askedAt }: MarketplaceSubject): string {
  const asked = askedAt ? `, asks to go live since ${askedAt.toISOString()}` : "";
  const suspended = suspendedAt ? `, suspended since ${suspendedAt.toISOString()}` : "";
  return `Marketplace  ${name} (${id}), ${liveAt ? `live since ${liveAt.toISOString()}` : "not live"}${suspended}${asked}`;
}

export function describeGoLive({ checklist, request }: GoLive): string[] {
  const lines = checklist.map(({ check, holds, detail }) =>
    holds ? `  ok  ${goLiveLabels[check]}` : `  !   ${goLiveLabels[check]}: ${detail}`,
  );
  return request?.status === "REQUESTED" && request.note ? [...lines, `It says: ${request.note}`] : lines;
}

export function describeMerchant(subject: MerchantSubject): string[] {
  const { tenant, marketplace, merchantId, thirdPartyCustomerId, businessName, connectionStatus, kycStatus } = subject;
  return [
    `Marketplace  ${marketplace} (${tenant.marketplaceId}), ${tenant.environment}`,
    `Merchant     ${businessName} (${merchantId}, there ${thirdPartyCustomerId ?? "not yet named"})`,
    `             connection ${connectionStatus}, KYC ${kycStatus}`,
  ];
}

export function describeWaiting(subject: MerchantSubject): string {
  const { tenant, marketplace, merchantId, businessName, kycStatus, kycSubmittedAt } = subject;
  const since = kycSubmittedAt ? ` since ${kycSubmittedAt.toISOString()}` : "";
  return `${tenant.environment}  ${businessName} (${merchantId}) of ${marketplace}, ${kycStatus}${since}`;
}

export function describeLoan({ loan, merchant }: LoanSubject): string[] {
  const principal = nairaText(fromKobo(loan.principal));
  return [...describeMerchant(merchant), `Loan         ${loan.reference} (${loan.id}), ${principal}, ${loan.status}`];
}

type Returned = Awaited<ReturnType<typeof listReturned>>["rows"][number];

export async function describeReturned({ loanId, since, againId }: Returned): Promise<string[]> {
  const next = againId
    ? `it is being paid out again (${againId})`
    : "propose `loan pay-again` or `loan never-paid-out`";
  return [...describeLoan(await findLoanSubject(loanId)), `Came back    ${since?.toISOString()}: ${next}`];
}

type Account = Pick<typeof payoutAccounts.$inferSelect, "accountName" | "bankCode" | "lastFour">;

export function describeAccount({ accountName, bankCode, lastFour }: Account): string {
  return `Account of   ${accountName ?? "nobody knows yet whom"} (${bankNameOf(bankCode)} …${lastFour})`;
}

export function describeHeld(held: Awaited<ReturnType<typeof listHeld>>["rows"][number]): string {
  const { since, because } = held;
  const until = held.until ? `, until ${held.until.toISOString()}` : "";
  return `${describeAccount(held)}, held since ${since.toISOString()}${until}${because ? ` (${because})` : ""}`;
}
