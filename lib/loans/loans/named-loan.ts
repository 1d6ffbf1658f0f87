import type { RepaymentEvent } from "@/lib/sales/data-events/schema";
import type { LockedLoan } from "./lock-for-booking";

/**
 * Whether a report names the merchant of a loan or settlement, by the marketplace's id and, if given, the service's.
 */
export function namesMerchantOf(
  loan: Pick<LockedLoan, "merchantId" | "thirdPartyCustomerId">,
  named: RepaymentEvent["merchant"],
): boolean {
  return loan.thirdPartyCustomerId === named.marketplaceId && (named.serviceId ?? loan.merchantId) === loan.merchantId;
}

/** Whether the reference in a report, if any, belongs to the loan id it names. */
export function namesLoan(loan: LockedLoan, named: RepaymentEvent["loan"]): boolean {
  return (named.serviceReference ?? loan.reference) === loan.reference;
}
