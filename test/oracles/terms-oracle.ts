/**
 * What a loan's terms must be, by their definition in docs/lending.md#terms and without a line of the code that sets them:
 * with doubles, by trial and by going from day to day. Kobo; shares as fractions of 1.
 */

export type OracleLoan = {
  principal: number;
  tenorDays: number;
  /** Lowest share of each sale, and interest for 30 days. */
  lowest: number;
  rate: number;
  monthlySales: number;
  weakestRuns: readonly number[] | null;
};

/** Sales in a month that the loan must be repayable from. */
function leanMonth({ tenorDays, monthlySales, weakestRuns }: OracleLoan): number {
  const months = { 30: 1, 90: 3, 120: 4 }[tenorDays];
  return months === undefined || weakestRuns === null
    ? monthlySales
    : Math.min(monthlySales, weakestRuns[months - 1] ?? Number.NaN);
}

/**
 * The days for which interest is charged. Those of a guess are enough when the total for so many days is repaid in no
 * more; the fewest that are enough are found by halving. A guess leaves an error far below a billionth of a day.
 */
export function oracleDays(loan: OracleLoan): number {
  const inTime = 0.8 * loan.tenorDays * leanMonth(loan);
  const enough = (days: number) => {
    const total = loan.principal * (1 + (loan.rate * days) / 30);
    const share = Math.max(loan.lowest, (30 * total) / inTime);
    return (30 * total) / (share * loan.monthlySales) <= days;
  };
  let low = 30;
  let high = loan.tenorDays;
  if (enough(low)) return low;
  for (let i = 0; i < 100; i++) {
    const middle = (low + high) / 2;
    if (enough(middle)) high = middle;
    else low = middle;
  }
  return high;
}

/** Interest before it is rounded. */
export function oracleInterest(loan: OracleLoan): number {
  return (loan.principal * loan.rate * oracleDays(loan)) / 30;
}

/** The share of each sale that repays `total`, in half percents counted up from the lowest. */
export function oracleShare(loan: OracleLoan, total: number): number {
  const brought = (halfPercents: number) => (((halfPercents / 200) * leanMonth(loan)) / 30) * 0.8 * loan.tenorDays;
  let halfPercents = Math.ceil(loan.lowest * 200);
  // What brings it to the kobo is not to fail by a double's error.
  while (brought(halfPercents) * (1 + 8 * Number.EPSILON) < total) halfPercents++;
  return halfPercents / 200;
}

/**
 * Lives through a loan whose sales flow evenly, `sales` of them a day from the day after disbursement, each giving its
 * share cut off to the kobo. Answers the first day after which something due is unpaid, and the day it is all paid; null
 * for never within the tenor.
 */
export function liveEvenly(loan: {
  due: readonly { day: number; amount: number }[];
  basisPoints: number;
  monthlySales: number;
  sales: number;
}): { late: number | null; paidOn: number | null } {
  const total = loan.due.reduce((sum, { amount }) => sum + amount, 0);
  const lastDay = loan.due.at(-1)?.day ?? 0;
  const salesAMonth = 30 * loan.sales;
  let paid = 0;
  for (let day = 1; day <= lastDay; day++) {
    for (let sale = 0; sale < loan.sales; sale++) {
      const number = (day - 1) * loan.sales + sale;
      const amount =
        Math.floor((loan.monthlySales * (number + 1)) / salesAMonth) -
        Math.floor((loan.monthlySales * number) / salesAMonth);
      paid += Math.floor((amount * loan.basisPoints) / 10_000);
    }
    if (paid >= total) return { late: null, paidOn: day };
    const owed = loan.due.reduce((sum, part) => sum + (part.day <= day ? part.amount : 0), 0);
    if (paid < owed) return { late: day, paidOn: null };
  }
  return { late: null, paidOn: null };
}
