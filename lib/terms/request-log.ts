import { day, second } from "@/lib/kernel/calendar";

/** How long requests can be looked up (docs/operations.md#request-log). */
export const requestRetention = 14 * day;

/** Between two writes. */
export const writeEvery = second;

/** Most requests of one tenant kept at once: what a developer does, or a batch of calls, is kept whole. */
export const burst = 100;

/** Requests of one tenant kept from each write to the next when there are more for long. */
export const sustained = 5;

/** Most requests of all tenants kept between two writes. */
export const mostAtOnce = 2_000;

/** Most tenants of which anything is remembered between two writes. */
export const mostTenants = 10_000;

/** Classes of status that requests are told apart by. */
export const outcomes = { succeeded: [2, 3], refused: [4], failed: [5] } as const;
export const everyClass = Object.values(outcomes).flat();
