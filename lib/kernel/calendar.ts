export const second = 1_000;
export const minute = 60 * second;
export const hour = 60 * minute;
export const day = 24 * hour;

/** The moment `ms` milliseconds later, by the same clock. */
export function later<Moment extends Date>(moment: Moment, ms: number): Moment {
  return new Date(moment.getTime() + ms) as Moment;
}

export function earliest<Moment extends Date>(first: Moment, ...others: Moment[]): Moment {
  return others.reduce((one, other) => (other.getTime() < one.getTime() ? other : one), first);
}

export function latest<Moment extends Date>(first: Moment, ...others: Moment[]): Moment {
  return others.reduce((one, other) => (other.getTime() > one.getTime() ? other : one), first);
}

/** The calendar date of a moment (UTC). */
export function dateOf(moment: Date): string {
  return moment.toISOString().slice(0, 10);
}

/** The start of a moment's calendar day (UTC), in milliseconds. */
export function startOfDay(moment: Date): number {
  return Math.floor(moment.getTime() / day) * day;
}

/** The calendar date `days` later (UTC calendar, no times of day involved). */
export function addDays(date: string, days: number): string {
  const moment = new Date(`${date}T00:00:00Z`);
  moment.setUTCDate(moment.getUTCDate() + days);
  return moment.toISOString().slice(0, 10);
}

/** The same day of the month `months` later, or the last of that month where it has no such day. */
export function addMonths(date: string, months: number): string {
  const [year = 0, month = 0, dayOfMonth = 0] = date.split("-").map(Number);
  const last = new Date(Date.UTC(year, month + months, 0));
  return dateOf(new Date(Math.min(last.getTime(), Date.UTC(year, month - 1 + months, dayOfMonth))));
}

export function daysBetween(from: string, to: string): number {
  return Math.round((Date.parse(`${to}T00:00:00Z`) - Date.parse(`${from}T00:00:00Z`)) / day);
}
