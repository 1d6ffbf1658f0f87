import type { Scope } from "@/lib/terms/oauth";
import { s256Challenge } from "./checks/code-challenge";
import { knownClient } from "./checks/known-client";
import { requireLiveMarketplace } from "./checks/live-marketplace";
import { noRequestObject } from "./checks/no-request-object";
import { registeredRedirectUri } from "./checks/registered-redirect-uri";
import { requestedScopes } from "./checks/requested-scopes";
import { queryMode } from "./checks/response-mode";
import { codeResponse } from "./checks/response-type";
import { singleValues } from "./checks/single-values";
import { OAuthError } from "./error";
import type { OAuthClient } from "./queries";
import { redirectWith } from "./redirect";

/** An authorization request that has passed every check. */
export type AuthorizationRequest = {
  client: OAuthClient;
  redirectUri: string;
  scopes: Scope[];
  state: string | null;
  /** S256 (RFC 7636). */
  codeChallenge: string;
};

/** What to do with an authorization request: go on, send the error to the client, or show it to the person. */
export type Verdict =
  | { kind: "sound"; request: AuthorizationRequest }
  | { kind: "redirect"; location: string }
  | { kind: "page"; reason: string };

/**
 * Until the client and its redirect address are known to belong together, the browser is sent nowhere (RFC 6749,
 * section 4.1.2.1); after that the client is told what is wrong.
 */
export async function checkAuthorization(query: URLSearchParams): Promise<Verdict> {
  // RFC 6749, section 3.1: a parameter without a value counts as omitted.
  const parameters = new URLSearchParams([...query].filter(([, value]) => value !== ""));
  let target: { client: OAuthClient; redirectUri: string; state: string | null };
  try {
    const client = await knownClient(parameters);
    target = { client, redirectUri: registeredRedirectUri(parameters, client), state: parameters.get("state") };
  } catch (error) {
    if (error instanceof OAuthError) return { kind: "page", reason: error.description };
    throw error;
  }
  try {
    singleValues(parameters);
    noRequestObject(parameters);
    codeResponse(parameters);
    queryMode(parameters);
    requireLiveMarketplace(target.client);
    const codeChallenge = s256Challenge(parameters);
    const scopes = requestedScopes(parameters.get("scope") ?? "");
    return { kind: "sound", request: { ...target, scopes, codeChallenge } };
  } catch (error) {
    if (!(error instanceof OAuthError)) throw error;
    const answer = { error: error.error, error_description: error.description };
    return { kind: "redirect", location: redirectWith(target, answer) };
  }
}
