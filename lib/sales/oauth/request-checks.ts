import { createHash } from "node:crypto";
import { equalInConstantTime } from "@/lib/kernel/crypto";
import { scopes as known, type Scope } from "@/lib/terms/oauth";
import { OAuthError } from "./error";
import type { OAuthClient } from "./queries";

/** RFC 6749, section 3.1: no parameter may be repeated. */
export function singleValues(parameters: URLSearchParams): void {
  const names = [...parameters.keys()];
  if (new Set(names).size !== names.length) throw new OAuthError("invalid_request", "A parameter is repeated");
}

/** RFC 9101: ignoring a signed request would mean trusting the unsigned parameters beside it. */
export function noRequestObject(parameters: URLSearchParams): void {
  if (parameters.has("request")) throw new OAuthError("request_not_supported", "request is not supported");
  if (parameters.has("request_uri")) throw new OAuthError("request_uri_not_supported", "request_uri is not supported");
}

/** RFC 6749, section 4.1.1; RFC 9700, section 2.1.2: `code` and nothing else. */
export function codeResponse(parameters: URLSearchParams): void {
  const type = parameters.get("response_type");
  if (!type) throw new OAuthError("invalid_request", "response_type is missing");
  if (type !== "code") throw new OAuthError("unsupported_response_type", "response_type must be code");
}

/** The answer comes in the query, the default for a code. */
export function queryMode(parameters: URLSearchParams): void {
  const mode = parameters.get("response_mode");
  if (mode !== null && mode !== "query") throw new OAuthError("invalid_request", "response_mode must be query");
}

/** RFC 7636, section 4.3; RFC 9700, section 2.1.1: only S256, since `plain` could be answered from the address bar. */
export function s256Challenge(parameters: URLSearchParams): string {
  const challenge = parameters.get("code_challenge");
  if (!challenge) throw new OAuthError("invalid_request", "code_challenge is missing: PKCE is required");
  if (parameters.get("code_challenge_method") !== "S256") {
    throw new OAuthError("invalid_request", "code_challenge_method must be S256");
  }
  if (!/^[\w-]{43}$/.test(challenge))
    throw new OAuthError("invalid_request", "code_challenge is not base64url of SHA-256");
  return challenge;
}

/** RFC 7636, section 4.6: the challenge is the verifier's SHA-256. */
export function matchingVerifier(verifier: string | undefined, challenge: string): void {
  if (!verifier) throw new OAuthError("invalid_request", "code_verifier is missing");
  if (!/^[\w.~-]{43,128}$/.test(verifier)) {
    throw new OAuthError("invalid_request", "code_verifier must be 43 to 128 unreserved characters");
  }
  const answer = createHash("sha256").update(verifier).digest("base64url");
  if (!equalInConstantTime(answer, challenge)) {
    throw new OAuthError("invalid_grant", "code_verifier does not match the code_challenge");
  }
}

/** RFC 6749, section 3.3: each once, in the order of `scopes`. `offline_access` alone gives access to nothing. */
export function requestedScopes(text: string, within: readonly Scope[] = known): Scope[] {
  const names = text.split(" ").filter(Boolean);
  const unknown = names.find((name) => !known.some((scope) => scope === name));
  if (unknown !== undefined) throw new OAuthError("invalid_scope", `The scopes are ${known.join(" ")}`);
  const beyond = names.find((name) => !within.some((scope) => scope === name));
  if (beyond !== undefined) throw new OAuthError("invalid_scope", `${beyond} is more than was granted`);
  if (names.length === 0) throw new OAuthError("invalid_scope", "scope is missing");
  if (names.every((name) => name === "offline_access")) {
    throw new OAuthError("invalid_scope", "offline_access alone gives access to nothing");
  }
  return known.filter((scope) => names.includes(scope));
}

/** A live client is accepted once its marketplace is live. */
export function requireLiveMarketplace({ environment, liveAt }: OAuthClient): void {
  if (environment === "live" && !liveAt) {
    throw new OAuthError("unauthorized_client", "Live clients are accepted once the marketplace is live", true);
  }
}
