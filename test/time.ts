import { now as realNow } from "@/lib/kernel/clock";
import type { BusinessTime, RealTime } from "@/lib/kernel/time";

/** A moment at which both clocks show the same, as they do wherever nobody has moved one. */
export type Instant = BusinessTime & RealTime;

/** A moment of a test: `instant("2026-11-20T12:00:00Z")`. */
export function instant(moment: string | number | Date): Instant {
  return new Date(moment) as Instant;
}

/** Real time, for tests in which no clock is ahead. */
export function now(): Instant {
  return instant(realNow());
}
