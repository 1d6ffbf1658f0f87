import type { Kobo } from "@/lib/money";
import type { LenderProduct } from "./product";

/** The lender with the lowest interest among those that lend this amount; on a tie, the one that joined first. */
export function chooseLender(products: readonly LenderProduct[], principal: Kobo): LenderProduct | null {
  const able = products.filter(
    (product) => principal >= product.minimumPrincipal && principal <= product.maximumPrincipal,
  );
  able.sort((a, b) => a.interestBasisPoints - b.interestBasisPoints || (a.lenderId < b.lenderId ? -1 : 1));
  return able[0] ?? null;
}
