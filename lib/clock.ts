import { type BusinessTime, businessTime, type RealTime } from "./time";

/**
 * Real time; the only place that reads the clock. Verbs and pure code take `now` (business time) or `realNow` as a
 * parameter; only the edges (route wrapper, job engine, start-up) call this.
 */
export function now(): RealTime {
  return new Date() as RealTime;
}

/** The clock of a tenant that is `ahead` milliseconds ahead of real time. */
export function businessClock(ahead: number): () => BusinessTime {
  return () => businessTime(now(), ahead);
}
