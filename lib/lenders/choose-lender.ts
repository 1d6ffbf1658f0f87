import type { Kobo } from "@/lib/money";
import type { LenderOffer } from "./offer";

/** The lender with the lowest interest among those that lend this amount; on a tie, the one that joined first. */
export function chooseLender(offers: readonly LenderOffer[], principal: Kobo): LenderOffer | null {
  const able = offers.filter((offer) => principal >= offer.minimumPrincipal && principal <= offer.maximumPrincipal);
  able.sort((a, b) => a.interestBasisPoints - b.interestBasisPoints || (a.lenderId < b.lenderId ? -1 : 1));
  return able[0] ?? null;
}
