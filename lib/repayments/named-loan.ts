import type { RepaymentEvent } from "@/lib/data-events/schema";
import type { MoneyLoan } from "@/lib/loans/lock-for-money";

/** Whether a report names the merchant whose loan it is. */
export function namesMerchantOf(loan: MoneyLoan, named: RepaymentEvent["merchant"]): boolean {
  return loan.thirdPartyCustomerId === named.marketplaceId && (named.serviceId ?? loan.merchantId) === loan.merchantId;
}

/** Whether a report that names the loan's id names its reference too, if any. */
export function namesLoan(loan: MoneyLoan, named: RepaymentEvent["loan"]): boolean {
  return (named.serviceReference ?? loan.reference) === loan.reference;
}
