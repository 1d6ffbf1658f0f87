import { connectionFaults, faultCode, passingFaults } from "@/db/faults";
import { now } from "@/lib/kernel/clock";
import { type ErrorCode, errors } from "@/lib/kernel/error-codes";
import { CodedError, type FieldError } from "@/lib/kernel/errors";
import { log } from "@/lib/kernel/log";
import { processWide } from "@/lib/kernel/process-wide";
import { bearerChallenge } from "./bearer";

/** RFC 9457 problem details with the service's additions. */
export type Problem = {
  type: string;
  title: string;
  status: number;
  detail: string;
  code: ErrorCode;
  errors?: readonly FieldError[];
  requestId: string;
};

/** The problem document for an error; one without a code becomes an opaque INTERNAL_ERROR. */
export function toProblem(error: unknown, requestId: string): Problem {
  const coded = error instanceof CodedError ? error : unforeseen(error);
  const { status, title } = errors[coded.code];
  return {
    type: `/docs/errors#${coded.code}`,
    title,
    status,
    detail: coded.message,
    code: coded.code,
    ...(coded.fields.length > 0 ? { errors: coded.fields } : {}),
    requestId,
  };
}

/** The error shown for a fault of ours. */
function unforeseen(error: unknown): CodedError {
  const code = faultCode(error);
  if (connectionFaults.has(code)) {
    const message = "The database cannot be reached at the moment; try again.";
    return new CodedError("SERVICE_UNAVAILABLE", message, { retryAfterSeconds: 5 });
  }
  const what = "The request could not be completed, and some data may have been stored.";
  const how = "Repeat it with the same Idempotency-Key, batchId or eventId, or read before you repeat.";
  if (passingFaults.has(code)) {
    return new CodedError("SERVICE_UNAVAILABLE", `${what} ${how}`, { retryAfterSeconds: 5 });
  }
  return new CodedError("INTERNAL_ERROR", `${what} ${how}`);
}

/** Logs a failure that was answered with a 5xx: one of ours with its stack, one that others caused as a warning; a burst of those, or of what the database cannot do at the moment, once. */
export function logFailure(error: unknown, requestId: string): void {
  if (error instanceof CodedError && error.outside !== undefined) {
    if (!isNews(error.outside)) return;
    log.warn("request failed outside", { requestId, code: error.code, reason: error.outside });
  } else {
    const code = faultCode(error);
    if ((connectionFaults.has(code) || passingFaults.has(code)) && !isNews(code)) return;
    log.error("request failed", error, { requestId });
  }
}

/** When a cause was last logged: what thousands of requests meet at once is said once in so many milliseconds. */
const said = processWide("outside-causes", () => new Map<string, number>());
const quietFor = 10_000;

function isNews(cause: string): boolean {
  const at = now().getTime();
  if (at - (said.get(cause) ?? 0) < quietFor) return false;
  if (said.size > 100) said.clear();
  said.set(cause, at);
  return true;
}

/** Headers for an error (RFC 6750 for bearer failures, RFC 9110 for Retry-After). */
export function problemHeaders(thrown: unknown): Record<string, string> {
  const headers: Record<string, string> = { "content-type": "application/problem+json" };
  const error = thrown instanceof CodedError ? thrown : unforeseen(thrown);
  const challenge =
    error.challenge ?? (errors[error.code].status === 401 ? bearerChallenge("invalid_token") : undefined);
  Object.assign(headers, error.headers);
  if (challenge) headers["www-authenticate"] = challenge;
  if (error.retryAfterSeconds !== undefined) headers["retry-after"] = String(Math.ceil(error.retryAfterSeconds));
  return headers;
}

/** Whether an error is a final outcome (409) rather than a passing one, so that it may be replayed. */
export function isStateConflict(error: unknown): error is CodedError {
  return error instanceof CodedError && errors[error.code].status === 409 && !error.code.startsWith("IDEMPOTENCY_");
}
