import { now } from "@/lib/kernel/clock";
import { CodedError, type ErrorCode, type FieldError } from "@/lib/kernel/errors";
import { log } from "@/lib/kernel/log";
import { processWide } from "@/lib/kernel/process-wide";
import { bearerChallenge } from "./bearer";

type Kind = { status: number; title: string };

/** The only table from error code to HTTP status. */
export const problems: Record<ErrorCode, Kind> = {
  VALIDATION_FAILED: { status: 400, title: "The request is not valid" },
  MALFORMED_JSON: { status: 400, title: "The body is not JSON" },
  BODY_TOO_LARGE: { status: 413, title: "The body is too large" },
  UNSUPPORTED_MEDIA_TYPE: { status: 415, title: "The body is not of a type that this operation takes" },
  UNAUTHENTICATED: { status: 401, title: "Credentials are missing or not valid" },
  TOKEN_EXPIRED: { status: 401, title: "The token has expired" },
  SESSION_ENDED: { status: 401, title: "The session has ended" },
  SECOND_FACTOR_REQUIRED: { status: 401, title: "A code of the second factor is needed" },
  SECOND_FACTOR_MISSING: { status: 403, title: "The account has no second factor yet" },
  PHONE_NOT_VERIFIED: { status: 403, title: "The account has no verified phone number yet" },
  MARKETPLACE_NOT_LIVE: { status: 403, title: "The marketplace is not live yet" },
  TEST_KEY_REQUIRED: { status: 403, title: "This operation needs a test key" },
  INSUFFICIENT_SCOPE: { status: 403, title: "The access token lacks the scope" },
  INSUFFICIENT_ROLE: { status: 403, title: "Your role does not allow this" },
  NOT_FOUND: { status: 404, title: "Not found" },
  METHOD_NOT_ALLOWED: { status: 405, title: "The method is not supported here" },
  // These two are answered by scripts/server/sockets.mjs: there is no request to ask the application about.
  REQUEST_TIMEOUT: { status: 408, title: "The request took too long" },
  HEADERS_TOO_LARGE: { status: 431, title: "The headers are too large" },
  KYC_NOT_EDITABLE: { status: 409, title: "The KYC record cannot be edited now" },
  KYC_INCOMPLETE: { status: 409, title: "The KYC record is not complete" },
  KYC_REJECTED: { status: 409, title: "KYC was rejected" },
  KYC_NOT_REVIEWABLE: { status: 409, title: "The KYC record is not waiting for review" },
  DRAFT_CONFLICT: { status: 409, title: "The draft has changed since it was read" },
  EDIT_CONFLICT: { status: 412, title: "What is to be replaced has changed since it was read" },
  NOT_CONNECTED: { status: 409, title: "The account has no merchant at any marketplace" },
  CONNECTION_CLOSED: { status: 409, title: "The merchant's connection is not open" },
  ACCESS_REFUSED: { status: 409, title: "The marketplace gave no access to the merchant's data" },
  UPLOAD_NOT_ACCEPTED: { status: 409, title: "The upload's state does not allow this" },
  UPLOAD_QUOTA_EXCEEDED: { status: 409, title: "The quota of uploads is used up" },
  WEBHOOK_NOT_REGISTERED: { status: 409, title: "No webhook endpoint is registered" },
  BATCH_CONFLICT: { status: 409, title: "The batch id was already used for a different batch" },
  EVENT_CONFLICT: { status: 409, title: "The event id was already used for a different event" },
  DEDUCTION_CONFLICT: { status: 409, title: "The deduction or reversal was already reported with different figures" },
  SETTLEMENT_CONFLICT: { status: 409, title: "The settlement was already reported with different figures" },
  LOAN_STATE_CONFLICT: { status: 409, title: "The loan's state does not allow this" },
  OFFER_EXPIRED: { status: 409, title: "The offer has expired" },
  PROPOSAL_NOT_OPEN: { status: 409, title: "The proposal is no longer open" },
  OWN_PROPOSAL: { status: 403, title: "Another operator has to decide" },
  EVIDENCE_CHANGED: { status: 409, title: "What the proposal rests on has changed" },
  OFFER_WITHDRAWN: { status: 409, title: "The offer no longer stands" },
  PAYOUT_ACCOUNT_REFUSED: { status: 409, title: "The payout account cannot be used" },
  MANDATE_NOT_ACTIVE: { status: 409, title: "The loan has no mandate to debit the account" },
  PAYMENT_IN_PROGRESS: { status: 409, title: "Another payment is under way" },
  PAYMENT_TOO_LARGE: { status: 409, title: "The payment is larger than what can be debited" },
  COOLING_OFF_REFUSED: { status: 409, title: "The payment would not end the loan without interest" },
  LINK_NOT_VALID: { status: 409, title: "The link has been used or has expired" },
  BREAK_NEEDS_OPERATOR: { status: 409, title: "Only an operator can close this break" },
  BREAK_RESOLVED: { status: 409, title: "The break is already resolved" },
  TOO_MANY_SECRET_KEYS: { status: 409, title: "Too many secret keys are in force" },
  STILL_IN_USE: { status: 409, title: "Money still hangs on it" },
  ARCHIVED: { status: 409, title: "It is archived" },
  GO_LIVE_REFUSED: { status: 409, title: "Going live cannot be asked for now" },
  EMAIL_TAKEN: { status: 409, title: "The e-mail address already has an account" },
  LAST_OWNER: { status: 409, title: "A marketplace keeps at least one owner" },
  IDEMPOTENCY_CONFLICT: { status: 409, title: "The idempotency key was already used for a different request" },
  IDEMPOTENCY_IN_PROGRESS: { status: 409, title: "The first request with this key is still running" },
  RATE_LIMITED: { status: 429, title: "Too many requests" },
  INTERNAL_ERROR: { status: 500, title: "Something went wrong on our side" },
  SERVICE_UNAVAILABLE: { status: 503, title: "The service is not available" },
};

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
  const { status, title } = problems[coded.code];
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
  if (connectionFaults.has(faultCode(error))) {
    const message = "The database cannot be reached at the moment; try again.";
    return new CodedError("SERVICE_UNAVAILABLE", message, { retryAfterSeconds: 5 });
  }
  const what = "The request could not be completed, and some data may have been stored.";
  const how = "Repeat it with the same Idempotency-Key, batchId or eventId, or read before you repeat.";
  return new CodedError("INTERNAL_ERROR", `${what} ${how}`);
}

/** The database driver's codes for a failed connection: nothing can have been stored then. */
const connectionFaults = new Set(["ECONNREFUSED", "CONNECT_TIMEOUT", "ENOTFOUND", "57P03"]);

function faultCode(error: unknown): string {
  const cause = error instanceof Error && error.cause instanceof Error ? error.cause : error;
  return cause instanceof Error && "code" in cause ? String(cause.code) : "";
}

/** Logs a failure that was answered with a 5xx: one of ours with its stack, one that others caused as a warning, a burst of those once. */
export function logFailure(error: unknown, requestId: string): void {
  if (error instanceof CodedError && error.outside !== undefined) {
    if (!isNews(error.outside)) return;
    log.warn("request failed outside", { requestId, code: error.code, reason: error.outside });
  } else {
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
export function problemHeaders(error: unknown): Record<string, string> {
  const headers: Record<string, string> = { "content-type": "application/problem+json" };
  if (!(error instanceof CodedError)) return headers;
  const challenge =
    error.challenge ?? (problems[error.code].status === 401 ? bearerChallenge("invalid_token") : undefined);
  Object.assign(headers, error.headers);
  if (challenge) headers["www-authenticate"] = challenge;
  if (error.retryAfterSeconds !== undefined) headers["retry-after"] = String(Math.ceil(error.retryAfterSeconds));
  return headers;
}

/** Whether an error is a final outcome (409) rather than a passing one, so that it may be replayed. */
export function isStateConflict(error: unknown): error is CodedError {
  return error instanceof CodedError && problems[error.code].status === 409 && !error.code.startsWith("IDEMPOTENCY_");
}
