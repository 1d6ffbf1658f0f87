import { day } from "@/lib/kernel/calendar";
import { monthBegins, monthNumber, monthNumberAt } from "@/lib/terms/merchant-data/schema";
import { freshMonths } from "@/lib/terms/scoring/constants";

/** By the last complete months in Lagos, when scored and at every decision. Null: no month to be stale. */
export function isStale(salesUntil: string | null, now: Date): boolean {
  return salesUntil !== null && monthNumberAt(now) - monthNumber(salesUntil) > freshMonths;
}

/** Age at which data is too old for a decision, however recently it was scored. */
const dataStaleAfter = 90 * day;

/** What was scored: when it was submitted, and the newest month it tells of (`YYYY-MM`). */
type Scored = { dataFrom: Date; salesUntil: string | null };

/** Sent long ago, or telling of months long ago. `dataFrom`: when it was submitted; rescoring makes it no newer. */
export function isTooOld({ dataFrom, salesUntil }: Scored, now: Date): boolean {
  return now.getTime() - dataFrom.getTime() > dataStaleAfter || isStale(salesUntil, now);
}

/** Until when something can be decided by what was scored, if nothing newer comes. */
export function goodUntil({ dataFrom, salesUntil }: Scored): Date {
  const aged = dataFrom.getTime() + dataStaleAfter;
  const outrun = salesUntil === null ? aged : monthBegins(monthNumber(salesUntil) + freshMonths + 1).getTime();
  return new Date(Math.min(aged, outrun));
}
