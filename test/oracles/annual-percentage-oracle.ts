/** What a loan costs in a year, by its definition in docs/agreements.md and without a line of the code that estimates it. */

/** A flow of money: what is paid on which day after the money was received. */
type Payment = { day: number; amount: number };

/**
 * 365 × the internal rate of return per day, in percent: found by carrying the balance forward a day at a time and
 * closing in on the rate that leaves nothing by false position (Illinois), with no discounting at all.
 */
export function oracleYearly(principal: number, payments: readonly Payment[]): number {
  const due = new Map<number, number>();
  for (const { day, amount } of payments) due.set(day, (due.get(day) ?? 0) + amount);
  const days = Math.max(...due.keys());
  const leftAt = (rate: number) => {
    let balance = 1;
    let scale = 1;
    for (let day = 1; day <= days; day++) {
      balance += balance * rate;
      balance -= (due.get(day) ?? 0) / principal / scale;
      if (Math.abs(balance) > 1e100) {
        scale *= 1e100;
        balance /= 1e100;
      }
    }
    return balance * scale;
  };
  let [a, b] = [0, 1e-4];
  while (leftAt(b) < 0) b *= 2;
  let [fa, fb] = [leftAt(a), leftAt(b)];
  for (let i = 0; i < 500 && b - a > 1e-15; i++) {
    const split = (a * fb - b * fa) / (fb - fa);
    const c = split > a && split < b && i % 3 !== 2 ? split : (a + b) / 2;
    const fc = leftAt(c);
    if (fc < 0) [a, fa] = [c, fc];
    else [b, fb] = [c, fc];
  }
  return ((a + b) / 2) * 365 * 100;
}

/** What sales that flow evenly bring day by day, as a share of each day's in basis points, until `total` is paid. */
export function expectedFlow(total: number, monthlySales: number, shareOn: (day: number) => number): Payment[] {
  const flow: Payment[] = [];
  for (let day = 1, left = total; left > 0; day++) {
    const amount = Math.min((monthlySales * shareOn(day)) / 300_000, left);
    flow.push({ day, amount });
    left -= amount;
  }
  return flow;
}
