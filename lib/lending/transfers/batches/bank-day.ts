import { addDays } from "@/lib/kernel/calendar";
import { lagosDate } from "@/lib/kernel/lagos-days";
import type { RealTime } from "@/lib/kernel/time";

/** The day on which a bank carries out what it is given now: what is given on a weekend, on Monday. As `YYYY-MM-DD`. */
export function bankDayOf(moment: RealTime): string {
  const date = lagosDate(moment);
  const weekday = new Date(`${date}T00:00:00Z`).getUTCDay();
  if (weekday === 6) return addDays(date, 2);
  return weekday === 0 ? addDays(date, 1) : date;
}
