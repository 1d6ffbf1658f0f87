/**
 * The only place that reads the time. Verbs and pure code take `now` as a parameter; the edges (route wrapper, job
 * engine, start-up) ask here.
 */
export function now(): Date {
  return new Date();
}

export const second = 1_000;
export const minute = 60 * second;
export const hour = 60 * minute;
export const day = 24 * hour;

/** A moment `ms` milliseconds later. */
export function later(moment: Date, ms: number): Date {
  return new Date(moment.getTime() + ms);
}
