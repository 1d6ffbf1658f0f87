import { type Kobo, least, minus, sumOf, zero } from "@/lib/money";

/** One instalment as money flows into it: `interest` is the part of `amount` that is interest and is paid first. */
export type Portion = { amount: Kobo; interest: Kobo };

/**
 * How much of `paid` went to interest and how much to principal: the oldest unpaid instalment first, in it interest
 * before principal (docs/repayments.md#allocation). It depends on the sum alone, so the order in which payments come never
 * matters.
 */
export function splitPaid(paid: Kobo, portions: readonly Portion[]): { interest: Kobo; principal: Kobo } {
  const filled = fill(paid, portions);
  const interest = sumOf(filled.map((amount, i) => least(amount, portions[i]?.interest ?? zero)));
  return { interest, principal: minus(sumOf(filled), interest) };
}

/** The oldest instalment that `paid` leaves open; undefined when it pays all. */
export function firstOpen<P extends Pick<Portion, "amount">>(paid: Kobo, portions: readonly P[]): P | undefined {
  const filled = fill(paid, portions);
  return portions.find(({ amount }, i) => (filled[i] ?? 0) < amount);
}

/** How much of each instalment is paid once `paid` has come in. */
export function fill(paid: Kobo, portions: readonly Pick<Portion, "amount">[]): Kobo[] {
  let left = paid;
  return portions.map(({ amount }) => {
    const taken = least(left, amount);
    left = minus(left, taken);
    return taken;
  });
}
