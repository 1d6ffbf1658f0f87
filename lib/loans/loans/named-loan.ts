import type { RepaymentEvent } from "@/lib/sales/data-events/schema";
import type { LockedLoan } from "./lock-for-booking";

/** By the marketplace's id and, if given, the service's. */
export function namesMerchantOf(
  loan: Pick<LockedLoan, "merchantId" | "thirdPartyCustomerId">,
  named: RepaymentEvent["merchant"],
): boolean {
  return loan.thirdPartyCustomerId === named.marketplaceId && (named.serviceId ?? loan.merchantId) === loan.merchantId;
}

export function namesLoan(loan: LockedLoan, named: RepaymentEvent["loan"]): boolean {
  return (named.serviceReference ?? loan.reference) === loan.reference;
}
