import { type BusinessTime, businessTime, type RealTime } from "./time";

/**
 * Real time; the only place that reads it. Verbs and pure code take `now` (business time) or `realNow` as a parameter; the
 * edges (route wrapper, job engine, start-up) ask here.
 */
export function now(): RealTime {
  return new Date() as RealTime;
}

/** The clock of a tenant that is `ahead` milliseconds ahead of real time. */
export function businessClock(ahead: number): () => BusinessTime {
  return () => businessTime(now(), ahead);
}
