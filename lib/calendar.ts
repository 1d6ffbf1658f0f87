export const second = 1_000;
export const minute = 60 * second;
export const hour = 60 * minute;
export const day = 24 * hour;

/** A moment `ms` milliseconds later. */
export function later(moment: Date, ms: number): Date {
  return new Date(moment.getTime() + ms);
}

/** The calendar date of a moment (UTC). */
export function dateOf(moment: Date): string {
  return moment.toISOString().slice(0, 10);
}

/** The start of a moment's calendar day (UTC), in milliseconds. */
export function startOfDay(moment: Date): number {
  return Math.floor(moment.getTime() / day) * day;
}

/** A calendar date some days later (UTC calendar, no times of day involved). */
export function addDays(date: string, days: number): string {
  const moment = new Date(`${date}T00:00:00Z`);
  moment.setUTCDate(moment.getUTCDate() + days);
  return moment.toISOString().slice(0, 10);
}

/** Days from one calendar date to another. */
export function daysBetween(from: string, to: string): number {
  return Math.round((Date.parse(`${to}T00:00:00Z`) - Date.parse(`${from}T00:00:00Z`)) / day);
}
