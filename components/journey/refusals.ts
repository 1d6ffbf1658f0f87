import { type Refusal, unreachable } from "@/components/forms/outcome";

/** Why a call came to nothing: a code for the shell, words for the merchant. */
export type Failure = Refusal & { code: string };

/** No answer came at all. */
export const notReached: Failure = { code: "NETWORK", ...unreachable };

/** The token has expired and there is no other. */
export const expired: Failure = {
  code: "TOKEN_EXPIRED",
  refused: "Your session has ended. What you typed is still here, but it is not saved yet.",
  fields: [],
};

/** The token is none of this page's, or none at all. */
export const invalid: Failure = { code: "TOKEN_INVALID", refused: "Your session is not valid any more.", fields: [] };

/** What a merchant is told where the service speaks to developers. */
const words: Record<string, string> = {
  KYC_NOT_EDITABLE: "Your application has been sent, so this cannot be changed any more.",
  KYC_INCOMPLETE: "Something is still missing. Look through the steps, then submit again.",
  KYC_REJECTED: "Your application was not approved, so funding cannot be asked for.",
  CONNECTION_CLOSED: "Your shop is no longer connected, so nothing can be changed here.",
  LOAN_STATE_CONFLICT: "This has been done already, or is not possible any more.",
  OFFER_EXPIRED: "This offer has expired. You can ask for funding again.",
  UPLOAD_NOT_ACCEPTED: "The file did not arrive in time. Please choose it again.",
  LINK_NOT_VALID: "That link has been used or has expired. Get a new one.",
  NOT_FOUND: "That is not there any more.",
  BODY_TOO_LARGE: "That is too large.",
  IDEMPOTENCY_IN_PROGRESS: "This is being done already. Give it a moment, then try again.",
  MARKETPLACE_NOT_LIVE: "This marketplace does not offer financing yet.",
  INTERNAL_ERROR: "Something went wrong on our side. What you typed is still here; try again in a moment.",
  SERVICE_UNAVAILABLE: "We are not available at the moment. What you typed is still here; try again shortly.",
};

/** The failure that an answer tells of, whatever its body is: something on the way may have written it. */
export function failureOf(status: number, body: unknown, retryAfter: string | null): Failure {
  const problem = isRecord(body) ? body : {};
  const code = typeof problem.code === "string" ? problem.code : status >= 500 ? "INTERNAL_ERROR" : `HTTP_${status}`;
  const fields = Array.isArray(problem.errors) ? problem.errors.filter(isFieldError) : [];
  if (status === 429) return { code: "RATE_LIMITED", refused: waitWords(retryAfter), fields };
  if (status === 401 && code !== "TOKEN_EXPIRED") return invalid;
  if (code === "VALIDATION_FAILED" && fields.length > 0) {
    return { code, refused: `Please look at this again: ${fields.map(({ error }) => error).join("; ")}.`, fields };
  }
  const detail = typeof problem.detail === "string" ? problem.detail : words.INTERNAL_ERROR;
  return { code, refused: words[code] ?? detail ?? "", fields };
}

function waitWords(retryAfter: string | null): string {
  const seconds = Number(retryAfter);
  const when = seconds > 1 && seconds < 3600 ? `in ${Math.ceil(seconds)} seconds` : "in a moment";
  return `That was a little too much at once. Try again ${when}.`;
}

function isFieldError(value: unknown): value is { field: string; error: string } {
  return isRecord(value) && typeof value.field === "string" && typeof value.error === "string";
}

function isRecord(value: unknown): value is Record<string, unknown> {
  return typeof value === "object" && value !== null;
}
