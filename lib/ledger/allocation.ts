/** One instalment as money flows into it, in kobo: `interest` is the part of `amount` that is interest and is paid first. */
export type Portion = { amount: number; interest: number };

/**
 * How much of `paid` kobo went to interest and how much to principal: the oldest unpaid instalment first, in it interest
 * before principal (docs/repayments.md#allocation). It depends on the sum alone, so the order in which payments come never
 * matters.
 */
export function splitPaid(paid: number, portions: readonly Portion[]): { interest: number; principal: number } {
  let interest = 0;
  let principal = 0;
  for (const [i, filled] of fill(paid, portions).entries()) {
    const ofInterest = Math.min(filled, portions[i]?.interest ?? 0);
    interest += ofInterest;
    principal += filled - ofInterest;
  }
  return { interest, principal };
}

/** The oldest instalment that `paid` kobo leave open; undefined when they pay all. */
export function firstOpen<P extends Pick<Portion, "amount">>(paid: number, portions: readonly P[]): P | undefined {
  const filled = fill(paid, portions);
  return portions.find(({ amount }, i) => (filled[i] ?? 0) < amount);
}

/** How much of each instalment is paid once `paid` kobo have come in. */
export function fill(paid: number, portions: readonly Pick<Portion, "amount">[]): number[] {
  let left = paid;
  return portions.map(({ amount }) => {
    const taken = Math.min(left, amount);
    left -= taken;
    return taken;
  });
}
