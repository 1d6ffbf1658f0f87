import { errorText } from "@/components/forms/error-text";
import { type Refusal, unreachable } from "@/components/forms/outcome";
import merchantWords from "./merchant-words.json";

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
const messages: Record<string, string> = merchantWords;

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
