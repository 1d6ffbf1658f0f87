import type { ErrorCode } from "./error-codes";

/** A wrong field: its dot path in the body as sent, and what is wrong with it, worded for the sender. */
export type FieldError = { field: string; error: string };

/** An outcome the caller can act on: refused, not found, in conflict. Any other error is a fault of ours. */
export class CodedError extends Error {
  readonly fields: readonly FieldError[];
  readonly retryAfterSeconds: number | undefined;
  /** The WWW-Authenticate header, when it is not the usual one. */
  readonly challenge: string | undefined;
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
