import { readFileSync } from "node:fs";
import { type BusinessTime, businessTime, type RealTime } from "./time";

/**
 * Only this file reads the clock, and `lib/kernel/ids.ts` for the time in an id: verbs and pure code take `now` or `realNow`,
 * which the edges (route wrapper, job engine, start-up) get here.
 */
export function now(): RealTime {
  return new Date(Date.now() + rehearsedAhead()) as RealTime;
}

/** The clock of a tenant that is `ahead` milliseconds ahead of real time. */
export function businessClock(ahead: number): () => BusinessTime {
  return () => businessTime(now(), ahead);
}

/**
 * Milliseconds that a rehearsal has moved the clock of all its processes ahead (docs/live.md#rehearsing): read each time,
 * since they run on meanwhile. Nothing starts with REHEARSAL_CLOCK that is no rehearsal (`lib/kernel/settings/rehearsal-settings.ts`).
 */
function rehearsedAhead(): number {
  const file = process.env.REHEARSAL_CLOCK;
  return file ? Number(readFileSync(file, "utf8")) : 0;
}
