/** Every error code the service answers with. Its HTTP status and title are in `lib/edge/http/problem.ts`, once. */
export const errorCodes = [
  "VALIDATION_FAILED",
  "MALFORMED_JSON",
  "BODY_TOO_LARGE",
  "UNSUPPORTED_MEDIA_TYPE",
  "UNAUTHENTICATED",
  "TOKEN_EXPIRED",
  "SESSION_ENDED",
  "SECOND_FACTOR_REQUIRED",
  "SECOND_FACTOR_MISSING",
  "PHONE_NOT_VERIFIED",
  "MARKETPLACE_NOT_LIVE",
  "TEST_KEY_REQUIRED",
  "INSUFFICIENT_SCOPE",
  "INSUFFICIENT_ROLE",
  "NOT_FOUND",
  "METHOD_NOT_ALLOWED",
  "REQUEST_TIMEOUT",
  "HEADERS_TOO_LARGE",
  "KYC_NOT_EDITABLE",
  "KYC_INCOMPLETE",
  "KYC_REJECTED",
  "KYC_NOT_REVIEWABLE",
  "DRAFT_CONFLICT",
  "EDIT_CONFLICT",
  "NOT_CONNECTED",
  "CONNECTION_CLOSED",
  "ACCESS_REFUSED",
  "UPLOAD_NOT_ACCEPTED",
  "UPLOAD_QUOTA_EXCEEDED",
  "WEBHOOK_NOT_REGISTERED",
  "BATCH_CONFLICT",
  "EVENT_CONFLICT",
  "DEDUCTION_CONFLICT",
  "SETTLEMENT_CONFLICT",
  "LOAN_STATE_CONFLICT",
  "OFFER_EXPIRED",
  "PROPOSAL_NOT_OPEN",
  "OWN_PROPOSAL",
  "EVIDENCE_CHANGED",
  "OFFER_WITHDRAWN",
  "PAYOUT_ACCOUNT_REFUSED",
  "MANDATE_NOT_ACTIVE",
  "PAYMENT_IN_PROGRESS",
  "PAYMENT_TOO_LARGE",
  "COOLING_OFF_REFUSED",
  "LINK_NOT_VALID",
  "BREAK_NEEDS_OPERATOR",
  "BREAK_RESOLVED",
  "EMAIL_TAKEN",
  "TOO_MANY_SECRET_KEYS",
  "LAST_OWNER",
  "STILL_IN_USE",
  "ARCHIVED",
  "GO_LIVE_REFUSED",
  "IDEMPOTENCY_CONFLICT",
  "IDEMPOTENCY_IN_PROGRESS",
  "RATE_LIMITED",
  "INTERNAL_ERROR",
  "SERVICE_UNAVAILABLE",
] as const;

export type ErrorCode = (typeof errorCodes)[number];

/** A wrong field: its dot path in the body as sent, and what is wrong with it, worded for the sender. */
export type FieldError = { field: string; error: string };

/** An outcome the caller can act on: refused, not found, in conflict. Any other error is a fault of ours. */
export class CodedError extends Error {
  readonly fields: readonly FieldError[];
  readonly retryAfterSeconds: number | undefined;
  /** The WWW-Authenticate header, when it is not the usual one. */
  readonly challenge: string | undefined;
  /** Further headers of the answer. */
  readonly headers: Readonly<Record<string, string>>;
  /** What others failed to do that it took, for the log: nobody here has to mend it. Nothing secret or personal. */
  readonly outside: string | undefined;

  constructor(
    readonly code: ErrorCode,
    detail: string,
    more: {
      fields?: readonly FieldError[];
      retryAfterSeconds?: number;
      challenge?: string;
      headers?: Readonly<Record<string, string>>;
      outside?: string;
    } = {},
  ) {
    super(detail);
    this.name = "CodedError";
    this.fields = more.fields ?? [];
    this.retryAfterSeconds = more.retryAfterSeconds;
    this.challenge = more.challenge;
    this.headers = more.headers ?? {};
    this.outside = more.outside;
  }
}

/** A 400 that names one field of the body. */
export function invalidField(field: string, error: string): CodedError {
  return new CodedError("VALIDATION_FAILED", "The request is not valid.", { fields: [{ field, error }] });
}

/** A 400 that names all wrong fields; nothing when there are none. */
export function refuseInvalid(fields: readonly FieldError[]): void {
  if (fields.length > 0) throw new CodedError("VALIDATION_FAILED", "The body is not valid: see errors.", { fields });
}

/** A 404. Someone else's record answers exactly like one that does not exist. */
export function notFound(what: string): CodedError {
  return new CodedError("NOT_FOUND", `No such ${what}.`);
}
