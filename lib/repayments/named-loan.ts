import type { RepaymentEvent } from "@/lib/data-events/schema";
import type { LockedLoan } from "@/lib/loans/lock-for-booking";

/**
 * Whether a report names the merchant whose loan it is, or whose settlement: by the marketplace's own id of it; the
 * service's id, when it is there too, has to be the same one's.
 */
export function namesMerchantOf(
  loan: Pick<LockedLoan, "merchantId" | "thirdPartyCustomerId">,
  named: RepaymentEvent["merchant"],
): boolean {
  return loan.thirdPartyCustomerId === named.marketplaceId && (named.serviceId ?? loan.merchantId) === loan.merchantId;
}

/** Whether a report that names the loan's id names its reference too, if any. */
export function namesLoan(loan: LockedLoan, named: RepaymentEvent["loan"]): boolean {
  return (named.serviceReference ?? loan.reference) === loan.reference;
}
