/** A loan as the simulation sees it. Kobo; days count from disbursement. */
export type SimulatedLoan = {
  tenorDays: number;
  schedule: readonly { day: number; amount: number }[];
  /** Share of each sale, in basis points. */
  deductionBasisPoints: number;
};

/** How a loan went. */
export type Outcome = {
  /** The day of the last payment; null when the simulation ended before. */
  repaidOn: number | null;
  mostDaysPastDue: number;
};

/** Days in a month of the simulation, as in the assumption that all offers rest on. */
export const monthDays = 30;

/** How long after its end a loan is watched. */
const patienceDays = 720;

/**
 * Collects a loan from sales, sale by sale, and watches its schedule day by day. Deductions are cut off to the kobo.
 * @param salesOn the sales of a day, in kobo each
 * @param eachDay told what is paid, in kobo, and how late the loan is, at the end of each day that it is not repaid
 */
export function simulate(
  loan: SimulatedLoan,
  salesOn: (day: number) => readonly number[],
  eachDay: (paid: number, daysLate: number) => void = () => {},
): Outcome {
  const { schedule, deductionBasisPoints, tenorDays } = loan;
  const total = schedule.reduce((sum, { amount }) => sum + amount, 0);
  let paid = 0;
  let mostDaysPastDue = 0;
  for (let day = 1; day <= tenorDays + patienceDays; day++) {
    for (const sale of salesOn(day)) paid += Math.floor((sale * deductionBasisPoints) / 10_000);
    if (paid >= total) return { repaidOn: day, mostDaysPastDue };
    const late = daysPastDue(schedule, paid, day);
    eachDay(paid, late);
    mostDaysPastDue = Math.max(mostDaysPastDue, late);
  }
  return { repaidOn: null, mostDaysPastDue };
}

function daysPastDue(schedule: SimulatedLoan["schedule"], paid: number, today: number): number {
  let due = 0;
  for (const { day, amount } of schedule) {
    due += amount;
    if (paid < due) return Math.max(0, today - day);
  }
  return 0;
}

/** Months of sales that repeat, each spread evenly over its days. */
export function evenSales(months: readonly number[], factor = 1): (day: number) => readonly number[] {
  return (day) => {
    const month = months[Math.floor((day - 1) / monthDays) % months.length] ?? 0;
    return [(month * factor) / monthDays];
  };
}

/**
 * The same months in orders of the merchant's usual size, each on a day drawn from its month: the same draw for the same
 * seed.
 */
export function lumpySales(
  months: readonly number[],
  orderValue: number,
  seed: number,
): (day: number) => readonly number[] {
  const drawn = new Map<number, number[][]>();
  const random = generator(seed);
  const draw = (amount: number) => {
    const days: number[][] = Array.from({ length: monthDays }, () => []);
    const orders = amount > 0 ? Math.max(1, Math.round(amount / Math.max(1, orderValue))) : 0;
    for (let i = 0; i < orders; i++) days[Math.floor(random() * monthDays)]?.push(amount / orders);
    return days;
  };
  return (day) => {
    const number = Math.floor((day - 1) / monthDays);
    const month = drawn.get(number) ?? draw(months[number % months.length] ?? 0);
    drawn.set(number, month);
    return month[(day - 1) % monthDays] ?? [];
  };
}

/** Mulberry32: small, and the same on every machine. */
export function generator(seed: number): () => number {
  let state = seed >>> 0;
  return () => {
    state = (state + 0x6d2b79f5) >>> 0;
    let mixed = Math.imul(state ^ (state >>> 15), state | 1);
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61);
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
  };
}
