import type { Kobo } from "@/lib/money";
import type { LenderOffer } from "./offer";

/**
 * The lender for a principal: the lowest interest among those that lend this amount. On a tie, the one that joined
 * first, so the same facts always choose the same lender.
 */
export function chooseLender(offers: readonly LenderOffer[], principal: Kobo): LenderOffer | null {
  const able = offers.filter((offer) => principal >= offer.minimumPrincipal && principal <= offer.maximumPrincipal);
  able.sort((a, b) => a.interestBasisPoints - b.interestBasisPoints || (a.lenderId < b.lenderId ? -1 : 1));
  return able[0] ?? null;
}
