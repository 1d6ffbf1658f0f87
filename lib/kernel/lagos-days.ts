import { day, hour, later } from "./calendar";
import { businessTimeOf } from "./time";

/** When a day begins in Lagos, an hour ahead of UTC all year, by the marketplace's clock. @param date `YYYY-MM-DD` */
export function dayBegins(date: string) {
  return businessTimeOf(`${date}T00:00:00+01:00`);
}

export function dayEnds(date: string) {
  return later(dayBegins(date), day);
}

/** The calendar date in Lagos at a moment. */
export function lagosDate(moment: Date): string {
  return later(moment, hour).toISOString().slice(0, 10);
}
