import { day, hour, later, minute } from "@/lib/kernel/calendar";
import type { BusinessTime, RealTime } from "@/lib/kernel/time";
import type { DisabledReason } from "@/lib/terms/outbound-webhooks";

/** Before each attempt, counted from the end of the previous one (docs/webhooks.md#retries). */
export const retryDelays = [0, minute, 5 * minute, 30 * minute, 2 * hour] as const;

/** An endpoint that has failed every attempt for this long is disabled. */
export const failingLimit = 3 * day;

/** The result of one attempt: the answer, or why there is none (or an incomplete one). */
export type Exchange = {
  status: number | null;
  /** At most the first 4 KiB of the answer. */
  body: string | null;
  /** For the receiver's developer; null when a whole answer came, whatever its status. */
  error: string | null;
  durationMs: number;
  /** What the answer asked for in Retry-After, in milliseconds. */
  retryAfterMs: number | null;
};

/** The delivery's state after an attempt, and whether to disable the endpoint, which also fails the delivery. */
export type Outcome = {
  status: "DELIVERED" | "PENDING" | "FAILED";
  dueAt: BusinessTime | null;
  disable: DisabledReason | null;
};

/**
 * Decides what follows an attempt.
 * @param attempt.number 1 for the first attempt of the round.
 * @param attempt.failingSince since when every earlier attempt at the endpoint has failed.
 */
export function outcomeOf(attempt: {
  number: number;
  exchange: Pick<Exchange, "status" | "error" | "retryAfterMs">;
  failingSince: BusinessTime | null;
  endedAt: BusinessTime;
}): Outcome {
  const { number, exchange, failingSince, endedAt } = attempt;
  if (isAcknowledged(exchange)) return { status: "DELIVERED", dueAt: null, disable: null };
  const failingTooLong = failingSince && endedAt.getTime() - failingSince.getTime() >= failingLimit;
  const disable = exchange.status === 410 ? "GONE" : failingTooLong ? "FAILING" : null;
  const step = retryDelays[number];
  if (step === undefined) return { status: "FAILED", dueAt: null, disable };
  const mayAsk = exchange.status === 429 || exchange.status === 503;
  const delay = Math.min(Math.max(step, mayAsk ? (exchange.retryAfterMs ?? 0) : 0), 2 * step);
  return { status: "PENDING", dueAt: later(endedAt, delay), disable };
}

/** Whether the receiver acknowledged the event: a whole 2xx answer in time. */
export function isAcknowledged(exchange: Pick<Exchange, "status" | "error">): boolean {
  const { status, error } = exchange;
  return error === null && status !== null && status >= 200 && status < 300;
}

/** A Retry-After header (RFC 9110: seconds, or an HTTP date) in milliseconds from `at`; null when unusable. */
export function retryAfterMs(header: string | undefined, at: RealTime): number | null {
  const value = header?.trim() ?? "";
  if (/^\d{1,9}$/.test(value)) return Number(value) * 1000;
  // All three forms of an HTTP date begin with a day's name; Date.parse alone would take "5" or "-1" for a year.
  if (!/^(mon|tue|wed|thu|fri|sat|sun)/i.test(value)) return null;
  const moment = Date.parse(value);
  return Number.isNaN(moment) ? null : Math.max(0, moment - at.getTime());
}
