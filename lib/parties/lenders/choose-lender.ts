import type { Kobo } from "@/lib/kernel/money";
import type { AssumedSales } from "./assumed-sales";
import { isCarried } from "./deduction-percentage";
import { priceOf } from "./price";
import type { LenderProduct } from "./product";

/** On a tie, the lender that joined first. `room`: the share of sales that other loans leave, in basis points. */
export function chooseLender(
  products: readonly LenderProduct[],
  principal: Kobo,
  sales: AssumedSales,
  room: number,
): LenderProduct | null {
  const able = products.filter(
    (product) =>
      principal >= product.minimumPrincipal &&
      principal <= product.maximumPrincipal &&
      isCarried(principal, product, sales, room),
  );
  return cheapestFirst(able, principal, sales)[0] ?? null;
}

export function cheapestFirst(
  products: readonly LenderProduct[],
  principal: Kobo,
  sales: AssumedSales,
): LenderProduct[] {
  return products
    .map((product) => ({ product, interest: priceOf(principal, product, sales).interest }))
    .sort((a, b) => a.interest - b.interest || (a.product.lenderId < b.product.lenderId ? -1 : 1))
    .map(({ product }) => product);
}
