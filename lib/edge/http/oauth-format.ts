import { CodedError } from "@/lib/kernel/errors";
import { OAuthError } from "@/lib/sales/oauth/error";
import { toProblem } from "./problem";
import type { Failure, WireFormat } from "./wire-format";

/** Largest form, in bytes: tokens and addresses are short. */
export const maxFormBytes = 16 * 1024;

const formType = "application/x-www-form-urlencoded";
const json = { "content-type": "application/json", pragma: "no-cache" };

/** Form bodies, and the error bodies of RFC 6749, section 5.2, as standard OAuth clients expect. */
export const oauthFormat: WireFormat = {
  mediaType: formType,
  parse(bytes, headers) {
    const [type] = (headers.get("content-type") ?? "").split(";");
    if (type?.trim().toLowerCase() !== formType) {
      throw new OAuthError("invalid_request", `The body must be ${formType}`);
    }
    const form: Record<string, string> = {};
    for (const [name, value] of new URLSearchParams(new TextDecoder().decode(bytes))) {
      // RFC 6749, section 3.2: a parameter without a value counts as absent, and none may be repeated.
      if (value === "") continue;
      if (Object.hasOwn(form, name)) throw new OAuthError("invalid_request", "A parameter is repeated");
      Object.defineProperty(form, name, { value, enumerable: true });
    }
    return form;
  },
  failure(error, requestId) {
    if (error instanceof OAuthError) return refusal(error);
    const { status, detail } = toProblem(error, requestId);
    const coded = error instanceof CodedError ? error : undefined;
    const fields = coded?.fields.map((one) => `${one.field}: ${one.error}`).join("; ");
    const wait = coded?.retryAfterSeconds;
    const what = status >= 500 ? "server_error" : status === 429 ? "temporarily_unavailable" : "invalid_request";
    return {
      status,
      body: { error: what, error_description: fields || detail },
      headers: { ...json, ...(wait === undefined ? {} : { "retry-after": String(Math.ceil(wait)) }) },
    };
  },
};

function refusal({ error, description, status, notLive }: OAuthError): Failure {
  return {
    status,
    body: { error, error_description: description, ...(notLive ? { code: "MARKETPLACE_NOT_LIVE" } : {}) },
    headers: { ...json, ...(status === 401 ? { "www-authenticate": 'Basic realm="oauth", charset="UTF-8"' } : {}) },
  };
}
