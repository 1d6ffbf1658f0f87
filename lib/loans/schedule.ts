/** One instalment: its number from 1, the day it is due (YYYY-MM-DD) and the amount in kobo. */
export type Installment = { number: number; dueDate: string; amount: number };

const shortTenorDays = [7, 14, 21, 30];

/**
 * Days after disbursement on which instalments are due (decisions §7): every 30 days, floor(tenor / 30) of them, the
 * last on the last day of the tenor; a tenor of 30 days is paid weekly.
 */
export function installmentDays(tenorDays: number): number[] {
  if (tenorDays === 30) return shortTenorDays;
  const count = Math.floor(tenorDays / 30);
  return Array.from({ length: count }, (_, i) => (i === count - 1 ? tenorDays : (i + 1) * 30));
}

/** Equal instalments of `total` kobo, what does not divide evenly in the last one. They add up to `total` exactly. */
export function schedule(total: number, tenorDays: number, startDate: string): Installment[] {
  const days = installmentDays(tenorDays);
  const equal = Math.floor(total / days.length);
  return days.map((after, i) => ({
    number: i + 1,
    dueDate: addDays(startDate, after),
    amount: i === days.length - 1 ? total - equal * (days.length - 1) : equal,
  }));
}

/** A calendar date some days later (UTC calendar, no times of day involved). */
export function addDays(date: string, days: number): string {
  const moment = new Date(`${date}T00:00:00Z`);
  moment.setUTCDate(moment.getUTCDate() + days);
  return moment.toISOString().slice(0, 10);
}
