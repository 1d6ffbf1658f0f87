import { errors } from "@/lib/kernel/error-codes";
import { CodedError } from "@/lib/kernel/errors";
import { inSpan } from "@/lib/kernel/tracing/in-span";
import { note, secondsSince } from "@/lib/platform/metrics/metrics";

/**
 * Makes a call to others' servers, seen by metrics and traces: of whom and how it ended, never what was asked.
 * @param outcomeOf what came of it, one of few words; a call that throws has `failed`, or `refused` where
 *   the fault is of whoever asked us
 */
export function watchCall<T>(provider: string, call: () => Promise<T>, outcomeOf: (answer: T) => string): Promise<T> {
  return inSpan({ name: provider, kind: "call" }, async (span) => {
    const started = performance.now();
    let outcome = "failed";
    try {
      const answer = await call();
      outcome = outcomeOf(answer);
      return answer;
    } catch (error) {
      if (isOfAsker(error)) outcome = "refused";
      throw error;
    } finally {
      span?.set({ "mfis.outcome": outcome });
      note("mfis_outside_calls_total", { provider, outcome });
      note("mfis_outside_call_duration_seconds", { provider }, secondsSince(started));
    }
  });
}

/** 2xx to 5xx; null: no answer came. */
export const statusClass = (status: number | null): string =>
  status === null ? "network" : `${Math.floor(status / 100)}xx`;

const isOfAsker = (error: unknown) =>
  error instanceof CodedError && error.outside === undefined && errors[error.code].status < 500;
