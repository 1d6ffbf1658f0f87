import { later } from "./calendar";

/**
 * Real time; the only place that reads it. Verbs and pure code take `now` as a parameter; the edges (route wrapper, job
 * engine, start-up) ask here.
 *
 * There are two clocks. Business time is real time plus what the sandbox has moved the clock of a marketplace's test
 * data ahead (`clockAhead`, milliseconds; 0 for live data): the edges add it before they call a verb. Credentials,
 * signatures, leases, idempotency and rate limits go by real time.
 */
export function now(): Date {
  return new Date();
}

/** The clock of a tenant that is `ahead` milliseconds ahead of real time. */
export function businessClock(ahead: number): () => Date {
  return () => later(now(), ahead);
}
