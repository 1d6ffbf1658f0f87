import type { Scope } from "@/lib/terms/oauth";
import { OAuthError } from "./error";
import { findClient, type OAuthClient } from "./queries";
import { redirectWith } from "./redirect";
import {
  codeResponse,
  noRequestObject,
  queryMode,
  requestedScopes,
  requireLiveMarketplace,
  s256Challenge,
  singleValues,
} from "./request-checks";

export type AuthorizationRequest = {
  client: OAuthClient;
  redirectUri: string;
  scopes: Scope[];
  state: string | null;
  /** S256 (RFC 7636). */
  codeChallenge: string;
};

export type Verdict =
  | { kind: "sound"; request: AuthorizationRequest }
  | { kind: "redirect"; location: string }
  | { kind: "page"; reason: string };

/** Until client and redirect address are known to belong together the browser is sent nowhere (RFC 6749, 4.1.2.1). */
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

/** RFC 6749, section 4.1.1: `client_id`, once, of a known client. What is wrong is shown to the person only. */
async function knownClient(parameters: URLSearchParams): Promise<OAuthClient> {
  const ids = parameters.getAll("client_id");
  const client = ids.length === 1 ? await findClient(ids[0] ?? "") : undefined;
  if (!client) throw new OAuthError("invalid_request", "The link does not name a marketplace that we know.");
  return client;
}

/** RFC 9700, section 4.1.3: once, and character by character one of those registered, port included. */
function registeredRedirectUri(parameters: URLSearchParams, client: OAuthClient): string {
  const uris = parameters.getAll("redirect_uri");
  const [uri] = uris;
  if (uri === undefined || uris.length !== 1 || !client.redirectUris.includes(uri)) {
    throw new OAuthError("invalid_request", "The link would lead back to an address that is not registered.");
  }
  return uri;
}
