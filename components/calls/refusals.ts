import { errorText } from "@/components/forms/error-text";
import { type Refusal, unreachable } from "@/components/forms/outcome";

/** Why a call failed: a code for the shell, a message for the merchant. */
export type Failure = Refusal & { code: string };

export const notReached: Failure = { code: "NETWORK", ...unreachable };

export const expired: Failure = {
  code: "TOKEN_EXPIRED",
  refused: "You have been signed out. What you typed is still here but not saved yet.",
  fields: [],
};

export const invalid: Failure = { code: "TOKEN_INVALID", refused: "Your session is no longer valid.", fields: [] };

/** Another token may be had: whoever signed out, or changed the password, may have signed in again since. */
const renewable = new Set(["TOKEN_EXPIRED", "SESSION_ENDED"]);

const uncertain = new Set([
  "NETWORK",
  "TOKEN_EXPIRED",
  "INTERNAL_ERROR",
  "SERVICE_UNAVAILABLE",
  "IDEMPOTENCY_IN_PROGRESS",
]);

/** Whether nobody knows if the call was carried out: a POST is repeated under the same key. */
export function isUncertain(code: string | undefined): boolean {
  return code !== undefined && uncertain.has(code);
}

/** Messages for merchants in place of the service's, which are for developers. */
const messages: Record<string, string> = {
  KYC_NOT_EDITABLE: "Your application has been sent, so this can no longer be changed.",
  KYC_INCOMPLETE: "Something is still missing. Check each step, then send it again.",
  KYC_REJECTED: "Your application was not approved, so funding cannot be asked for.",
  EDIT_CONFLICT: "Someone changed this in the meantime. Nothing is overwritten until you choose.",
  CONNECTION_CLOSED: "Your shop is no longer connected, so nothing can be changed here.",
  LOAN_STATE_CONFLICT: "This has been done already, or is not possible any more.",
  OFFER_EXPIRED: "This offer has expired. You can ask for funding again.",
  PROPOSAL_NOT_OPEN: "This proposal is no longer open. Nothing was changed.",
  MANDATE_NOT_ACTIVE: "The mandate on your account has ended, so nothing was taken. Agree again at your bank first.",
  PAYMENT_IN_PROGRESS: "Your bank is still handling another payment. Wait until it is done.",
  PAYMENT_TOO_LARGE: "That is more than can be paid now, so nothing was taken. Look at the amounts again.",
  COOLING_OFF_REFUSED:
    "Paying that would not have ended the loan any more, so nothing was taken. Look at the amounts again.",
  OFFER_WITHDRAWN: "Your sales or loans have changed since this offer was made, so it has ended. Nothing was paid out.",
  UPLOAD_NOT_ACCEPTED: "The file did not arrive in time. Please choose it again.",
  LINK_NOT_VALID: "That link has been used or has expired. Get a new one.",
  NOT_FOUND: "That is no longer there.",
  BODY_TOO_LARGE: "That is too large.",
  IDEMPOTENCY_IN_PROGRESS: "This is being done already. Give it a moment, then try again.",
  MARKETPLACE_NOT_LIVE: "This marketplace does not offer financing yet.",
  INTERNAL_ERROR: "Something went wrong on our side. What you typed is still here; try again in a moment.",
  SERVICE_UNAVAILABLE: "We are not available at the moment. What you typed is still here; try again shortly.",
};

/** The failure in an answer, whatever its body is: a proxy on the way may have written it. */
export function failureOf(status: number, body: unknown, retryAfter: string | null): Failure {
  const problem = isRecord(body) ? body : {};
  const code = typeof problem.code === "string" ? problem.code : status >= 500 ? "INTERNAL_ERROR" : `HTTP_${status}`;
  const fields = Array.isArray(problem.errors) ? problem.errors.filter(isFieldError) : [];
  if (status === 429) return { code: "RATE_LIMITED", refused: waitText(retryAfter), fields };
  if (status === 401) return renewable.has(code) ? expired : invalid;
  if (code === "VALIDATION_FAILED" && fields.length > 0) {
    return { code, refused: `Please check this: ${fields.map(({ error }) => errorText(error)).join("; ")}.`, fields };
  }
  const detail = typeof problem.detail === "string" ? problem.detail : messages.INTERNAL_ERROR;
  return { code, refused: messages[code] ?? detail ?? "", fields };
}

function waitText(retryAfter: string | null): string {
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
