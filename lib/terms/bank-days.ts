import { addDays } from "@/lib/kernel/calendar";

/**
 * Nigeria's public holidays on which banks are closed, by year. Those that follow the moon are declared days before: a year
 * is completed then. Of a year that is not here, Mondays to Fridays count.
 */
const holidays: Readonly<Record<string, readonly string[]>> = {
  2026: ["01-01", "03-19", "03-20", "04-03", "04-06", "05-01", "05-27", "05-28", "06-12", "10-01", "12-25", "12-28"],
  2027: ["01-01", "03-26", "03-29", "10-01", "12-27", "12-28"],
};

/** @param date `YYYY-MM-DD`, in Lagos */
export function isBankDay(date: string): boolean {
  const weekday = new Date(`${date}T00:00:00Z`).getUTCDay();
  return weekday > 0 && weekday < 6 && !holidays[date.slice(0, 4)]?.includes(date.slice(5));
}

/** The bank day so many bank days after a date. */
export function addBankDays(date: string, days: number): string {
  let [at, left] = [date, days];
  while (left > 0) {
    at = addDays(at, 1);
    if (isBankDay(at)) left -= 1;
  }
  return at;
}
