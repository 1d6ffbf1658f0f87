import { addDays, daysBetween } from "@/lib/kernel/calendar";

/** How far back an overview looks, and in what steps. */
export const overviewRanges = ["30d", "13w", "12m"] as const;
export type OverviewRange = (typeof overviewRanges)[number];

/** UTC dates, both included. */
export type Period = { from: string; to: string; label: string };

const dayFormat = new Intl.DateTimeFormat("en-GB", { day: "numeric", month: "short", timeZone: "UTC" });
const monthFormat = new Intl.DateTimeFormat("en-GB", { month: "short", year: "numeric", timeZone: "UTC" });

/** The steps of a range up to a day, oldest first: days, weeks that end with it, or calendar months. */
export function periodsOf(range: OverviewRange, today: string): Period[] {
  switch (range) {
    case "30d":
      return steps(30, (back) => addDays(today, -back)).map((day) => ({ from: day, to: day, label: shown(day) }));
    case "13w":
      return steps(13, (back) => addDays(today, -7 * back)).map((to) => {
        const from = addDays(to, -6);
        return { from, to, label: `${shown(from)} – ${shown(to)}` };
      });
    case "12m":
      return steps(12, (back) => monthBefore(today, back)).map((from) => {
        const end = addDays(monthBefore(from, -1), -1);
        return { from, to: end < today ? end : today, label: monthFormat.format(new Date(`${from}T00:00:00Z`)) };
      });
  }
}

/** As many days before the range as it has, to compare it with. */
export function daysBefore(periods: readonly Period[]): { from: string; to: string } {
  const { from, to } = spanOf(periods);
  const length = daysBetween(from, to) + 1;
  return { from: addDays(from, -length), to: addDays(from, -1) };
}

export function spanOf(periods: readonly Period[]): { from: string; to: string } {
  const [first] = periods;
  const last = periods.at(-1);
  if (!first || !last) throw new Error("A range has at least one period.");
  return { from: first.from, to: last.to };
}

function steps(count: number, at: (back: number) => string): string[] {
  return Array.from({ length: count }, (_, i) => at(count - 1 - i));
}

/** The first day of the month so many months before a day's. */
function monthBefore(date: string, months: number): string {
  const [year = 0, month = 1] = date.split("-").map(Number);
  return new Date(Date.UTC(year, month - 1 - months, 1)).toISOString().slice(0, 10);
}

function shown(date: string): string {
  return dayFormat.format(new Date(`${date}T00:00:00Z`));
}
