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
