import { type Kobo, kobo } from "@/lib/kernel/money";
import { type AssumedSales, salesDuring } from "./assumed-sales";
import type { LenderProduct } from "./product";

export type Price = {
  interest: Kobo;
  /** The interest as a share of the principal, rounded half-up. */
  interestPartsPerMillion: number;
  /** Rounded half-up to whole days. */
  expectedDays: number;
};

type Fraction = { over: bigint; under: bigint };

/** docs/lending.md#price. Exact until the interest is rounded half-up to the kobo, so the price has no steps. */
export function priceOf(principal: Kobo, product: LenderProduct, sales: AssumedSales): Price {
  const days = expectedDays(principal, product, sales);
  const rate = { over: BigInt(product.rateBasisPoints) * days.over, under: 30n * days.under };
  return {
    interest: kobo(rounded({ over: BigInt(principal) * rate.over, under: 10_000n * rate.under })),
    interestPartsPerMillion: rounded({ over: 100n * rate.over, under: rate.under }),
    expectedDays: rounded(days),
  };
}

export const leastPricedDays = 30;

function expectedDays(principal: Kobo, product: LenderProduct, sales: AssumedSales): Fraction {
  const tenor = { over: BigInt(product.tenorDays), under: 1n };
  const monthly = BigInt(sales.assumedMonthlySales);
  if (monthly === 0n) return tenor;
  // With the percentage as high as it must be to repay within four fifths of the tenor.
  const inTime = {
    over: 4n * tenor.over * BigInt(salesDuring(product.tenorDays, sales)),
    under: 5n * monthly,
  };
  const days = least(atLowest(principal, product, monthly), inTime);
  return least(greatest(days, { over: BigInt(leastPricedDays), under: 1n }), tenor);
}

/**
 * With the lowest percentage: the days in which it brings the principal and the interest for these same days,
 * `days = (principal + principal × rate × days / 30) / (lowest × monthly / 30)`. Null: the interest outgrows it.
 */
function atLowest(principal: Kobo, product: LenderProduct, monthly: bigint): Fraction | null {
  const lent = BigInt(principal);
  const beyondInterest = BigInt(product.lowestDeductionBasisPoints) * monthly - BigInt(product.rateBasisPoints) * lent;
  return beyondInterest > 0n ? { over: 300_000n * lent, under: beyondInterest } : null;
}

function least(one: Fraction | null, other: Fraction): Fraction {
  return one && one.over * other.under < other.over * one.under ? one : other;
}

function greatest(one: Fraction, other: Fraction): Fraction {
  return one.over * other.under > other.over * one.under ? one : other;
}

function rounded({ over, under }: Fraction): number {
  return Number((2n * over + under) / (2n * under));
}
