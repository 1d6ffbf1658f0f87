import { hour, minute } from "@/lib/kernel/calendar";

/** After the first failure, the second, …; after further ones as after the last. */
export const retryDelays: readonly [number, ...number[]] = [minute, 5 * minute, minute * 30, hour];

/** Work that has failed this often is stuck: operators see it. It goes on being tried. */
export const stuckAfter = retryDelays.length;
