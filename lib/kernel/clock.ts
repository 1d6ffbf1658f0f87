import { type BusinessTime, businessTime, type RealTime } from "./time";

/**
 * Only this file reads the clock, and `lib/kernel/ids.ts` for the time in an id: verbs and pure code take `now` or `realNow`,
 * which the edges (route wrapper, job engine, start-up) get here.
 */
export function now(): RealTime {
  return new Date() as RealTime;
}

/** The clock of a tenant that is `ahead` milliseconds ahead of real time. */
export function businessClock(ahead: number): () => BusinessTime {
  return () => businessTime(now(), ahead);
}
