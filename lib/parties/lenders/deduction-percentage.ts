import { type Kobo, plus } from "@/lib/kernel/money";
import { type AssumedSales, salesDuring } from "./assumed-sales";
import { priceOf } from "./price";
import type { LenderProduct } from "./product";

/** Deduction percentages are multiples of half a percent. */
const step = 50;

/** In basis points (docs/lending.md#deduction-percentage). Infinite when no sales are assumed. */
export function neededDeduction(total: Kobo, tenorDays: number, sales: AssumedSales): number {
  const monthly = salesDuring(tenorDays, sales);
  if (monthly === 0) return Number.POSITIVE_INFINITY;
  // Steps of 1/200: steps / 200 × monthly × (0.8 × tenor / 30) ≥ total.
  return step * Number(dividedUp(7_500n * BigInt(total), BigInt(monthly) * BigInt(tenorDays)));
}

/** The share of each sale that repays this total on this product, in basis points; may be above its highest. */
export function deductionFor(total: Kobo, product: LenderProduct, sales: AssumedSales): number {
  const lowest = step * Math.ceil(product.lowestDeductionBasisPoints / step);
  return Math.max(lowest, neededDeduction(total, product.tenorDays, sales));
}

/** A smaller amount is carried wherever a larger one is. `room`: the share that other loans leave, in basis points. */
export function isCarried(principal: Kobo, product: LenderProduct, sales: AssumedSales, room: number): boolean {
  const total = plus(principal, priceOf(principal, product, sales).interest);
  return deductionFor(total, product, sales) <= Math.min(product.highestDeductionBasisPoints, room);
}

function dividedUp(over: bigint, under: bigint): bigint {
  return (over + under - 1n) / under;
}
