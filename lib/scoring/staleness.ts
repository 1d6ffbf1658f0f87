import { day } from "@/lib/calendar";
import { monthNumber, monthNumberAt } from "@/lib/merchant-data/schema";
import { freshMonths } from "./constants";

/**
 * Whether a sales history no longer shows current sales: its newest month is none of the last complete ones, in Lagos
 * time. Judged when data is scored and again at every decision.
 * @param salesUntil the newest month, `YYYY-MM`; null without a history, which has no month to be stale
 */
export function isStale(salesUntil: string | null, now: Date): boolean {
  return salesUntil !== null && monthNumberAt(now) - monthNumber(salesUntil) > freshMonths;
}

/** Age at which data is too old for a decision, however recently it was scored. */
const dataStaleAfter = 90 * day;

/**
 * Whether what was scored is too old to decide by: sent long ago, or telling of months long ago.
 * @param data.dataFrom when it was submitted; rescoring does not make it newer
 */
export function isTooOld({ dataFrom, salesUntil }: { dataFrom: Date; salesUntil: string | null }, now: Date): boolean {
  return now.getTime() - dataFrom.getTime() > dataStaleAfter || isStale(salesUntil, now);
}
