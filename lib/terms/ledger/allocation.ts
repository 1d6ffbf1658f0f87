import { type Kobo, least, minus, sumOf, zero } from "@/lib/kernel/money";

/** One instalment for allocation: `interest` is the part of `amount` that is interest and is paid first. */
export type Portion = { amount: Kobo; interest: Kobo };

/** Oldest instalment first, in it interest before principal (docs/repayments.md#allocation). Only the sum counts. */
export function splitPaid(paid: Kobo, portions: readonly Portion[]): { interest: Kobo; principal: Kobo } {
  const filled = fill(paid, portions);
  const interest = sumOf(filled.map((amount, i) => least(amount, portions[i]?.interest ?? zero)));
  return { interest, principal: minus(sumOf(filled), interest) };
}

/** A debt once its interest is waived: the instalments come to the principal. */
export function withoutInterest<P extends Portion>(portions: readonly P[]): { interest: Kobo; portions: P[] } {
  const bare = portions.map((portion) => ({
    ...portion,
    amount: minus(portion.amount, portion.interest),
    interest: zero,
  }));
  return { interest: zero, portions: bare };
}

export function firstOpen<P extends Pick<Portion, "amount">>(paid: Kobo, portions: readonly P[]): P | undefined {
  const filled = fill(paid, portions);
  return portions.find(({ amount }, i) => (filled[i] ?? 0) < amount);
}

export function fill(paid: Kobo, portions: readonly Pick<Portion, "amount">[]): Kobo[] {
  let left = paid;
  return portions.map(({ amount }) => {
    const taken = least(left, amount);
    left = minus(left, taken);
    return taken;
  });
}
