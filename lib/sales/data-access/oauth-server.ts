import * as oauth from "oauth4webapi";
import type { Tenant } from "@/lib/kernel/actor";
import { parseUrl } from "@/lib/kernel/parse-url";
import { allowsLocal } from "@/lib/platform/egress/address-policy";
import type { AuthorizationServer } from "@/lib/terms/data-access/schema";
import { askServer } from "./ask-server";
import { connectionCallbackUrl } from "./callback-url";
import type { TokenPair } from "./stored-tokens";
import { UpstreamError } from "./upstream-error";

export type SourceClient = { tenant: Tenant; clientId: string; clientSecret: string };

const answerLimit = 256 * 1024;

/** Tokens as a server has given them; `expiresIn` in seconds, null where it does not say. */
export type Granted = TokenPair & { expiresIn: number | null };

/** What an issuer says of itself, at the place of RFC 8414, else of OpenID Connect. @throws UpstreamError */
export function discoverServer(tenant: Tenant, issuer: string): Promise<AuthorizationServer> {
  return telling(async () => {
    const url = new URL(issuer);
    const options = optionsFor(tenant);
    let answer = await oauth.discoveryRequest(url, { ...options, algorithm: "oauth2" });
    if (answer.status === 404) answer = await oauth.discoveryRequest(url, { ...options, algorithm: "oidc" });
    const found = await oauth.processDiscoveryResponse(url, answer);
    const authorization_endpoint = addressOf(tenant, found.authorization_endpoint);
    const token_endpoint = addressOf(tenant, found.token_endpoint);
    const revocation_endpoint = addressOf(tenant, found.revocation_endpoint);
    const { code_challenge_methods_supported: methods, token_endpoint_auth_methods_supported: proofs } = found;
    // To the letter, and not only as an address: what comes back in `iss` is compared in the same way.
    if (found.issuer !== issuer) throw new UpstreamError("NOT_UNDERSTOOD", `the metadata is of ${found.issuer}`);
    if (!authorization_endpoint || !token_endpoint) {
      throw new UpstreamError(
        "NOT_UNDERSTOOD",
        "the metadata names no usable authorization_endpoint or token_endpoint",
      );
    }
    if (Array.isArray(methods) && !methods.includes("S256")) {
      throw new UpstreamError("NOT_UNDERSTOOD", "the server does not take PKCE with S256");
    }
    return {
      issuer,
      authorization_endpoint,
      token_endpoint,
      ...(revocation_endpoint ? { revocation_endpoint } : {}),
      ...(Array.isArray(proofs)
        ? { token_endpoint_auth_methods_supported: ourProofs.filter((one) => proofs.includes(one)) }
        : {}),
    };
  });
}

/**
 * `anew`: the merchant signs in once more there (OpenID Connect Core, section 3.1.2.1); a server that does not know the
 * parameter ignores it (RFC 6749, section 3.1).
 */
export async function authorizationUrl(
  server: AuthorizationServer,
  request: { clientId: string; scopes: readonly string[]; state: string; codeVerifier: string; anew: boolean },
): Promise<string> {
  const url = new URL(server.authorization_endpoint);
  const parameters = {
    response_type: "code",
    client_id: request.clientId,
    redirect_uri: connectionCallbackUrl(),
    state: request.state,
    code_challenge: await oauth.calculatePKCECodeChallenge(request.codeVerifier),
    code_challenge_method: "S256",
    ...(request.scopes.length > 0 ? { scope: request.scopes.join(" ") } : {}),
    ...(request.anew ? { prompt: "login" } : {}),
  };
  for (const [name, value] of Object.entries(parameters)) url.searchParams.set(name, value);
  return url.href;
}

/**
 * Exchanges the code of an answer for tokens, once the answer is that server's (RFC 9207).
 * @throws UpstreamError; ACCESS_REVOKED when the merchant has refused, or the server takes the code from nobody
 */
export function exchangeCode(
  client: SourceClient,
  server: AuthorizationServer,
  answer: { parameters: URLSearchParams; state: string; codeVerifier: string },
): Promise<Granted> {
  const { parameters, state, codeVerifier } = answer;
  const as = { ...server, authorization_response_iss_parameter_supported: true };
  return telling(async () => {
    const sound = oauth.validateAuthResponse(as, named(client), parameters, state);
    const proof = authentication(client, server);
    const options = optionsFor(client.tenant);
    const redirect = connectionCallbackUrl();
    const asked = await oauth.authorizationCodeGrantRequest(
      as,
      named(client),
      proof,
      sound,
      redirect,
      codeVerifier,
      options,
    );
    return granted(await oauth.processAuthorizationCodeResponse(as, named(client), asked), null);
  });
}

/** @throws UpstreamError; ACCESS_REVOKED when the server takes the refresh token no longer */
export function refreshTokens(client: SourceClient, server: AuthorizationServer, token: string): Promise<Granted> {
  return telling(async () => {
    const proof = authentication(client, server);
    const asked = await oauth.refreshTokenGrantRequest(server, named(client), proof, token, optionsFor(client.tenant));
    return granted(await oauth.processRefreshTokenResponse(server, named(client), asked), token);
  });
}

/** Gives a token back (RFC 7009). Nothing happens at a server that has no place for it. @throws UpstreamError */
export function revokeAtServer(client: SourceClient, server: AuthorizationServer, token: string): Promise<void> {
  return telling(async () => {
    if (!server.revocation_endpoint) return;
    const proof = authentication(client, server);
    const asked = await oauth.revocationRequest(server, named(client), proof, token, optionsFor(client.tenant));
    await oauth.processRevocationResponse(asked);
  });
}

/** @param former the refresh token that was exchanged, which stays in use unless there is a new one. */
function granted(answer: oauth.TokenEndpointResponse, former: string | null): Granted {
  if (answer.token_type !== "bearer") throw new UpstreamError("NOT_UNDERSTOOD", "the tokens are no bearer tokens");
  return {
    accessToken: answer.access_token,
    refreshToken: answer.refresh_token ?? former,
    expiresIn: answer.expires_in ?? null,
  };
}

function authentication({ clientSecret }: SourceClient, server: AuthorizationServer): oauth.ClientAuth {
  const { token_endpoint_auth_methods_supported: methods = ["client_secret_basic"] } = server;
  if (methods.includes("client_secret_basic")) return oauth.ClientSecretBasic(clientSecret);
  if (methods.includes("client_secret_post")) return oauth.ClientSecretPost(clientSecret);
  throw new UpstreamError("NOT_UNDERSTOOD", "the server takes neither client_secret_basic nor client_secret_post");
}

const named = ({ clientId }: SourceClient): oauth.Client => ({ client_id: clientId });

/** The library asks by our own hand; it refuses http by itself, unless it is told that the tenant may. */
function optionsFor(tenant: Tenant) {
  return {
    [oauth.allowInsecureRequests]: allowsLocal(tenant),
    [oauth.customFetch]: (url: string, { method, headers, body }: Asked) =>
      askServer(tenant, { method, url, headers, ...(body ? { body: `${body}` } : {}) }, answerLimit),
  };
}

type Asked = { method: "GET" | "POST"; headers: Record<string, string>; body?: URLSearchParams | undefined };

const ourProofs = ["client_secret_basic", "client_secret_post"];

/** An address that can be asked and stored, as URLs are written; null for anything else that a server may call one. */
function addressOf(tenant: Tenant, given: unknown): string | null {
  const url = typeof given === "string" ? parseUrl(given) : null;
  if (!url || url.username || url.password) return null;
  return url.protocol === "https:" || (url.protocol === "http:" && allowsLocal(tenant)) ? url.href : null;
}

/** Whatever the library finds wrong, as a fault of the server. Its messages name no values. */
async function telling<T>(work: () => Promise<T>): Promise<T> {
  try {
    return await work();
  } catch (error) {
    if (error instanceof UpstreamError) throw error;
    if (error instanceof oauth.AuthorizationResponseError) {
      throw new UpstreamError(faultOfAnswer(error.error), `the answer was the error ${error.error}`);
    }
    if (error instanceof oauth.ResponseBodyError) {
      const { error: code, status } = error;
      const failure = code === "invalid_grant" ? "ACCESS_REVOKED" : faultOfClient(code);
      throw new UpstreamError(failure, `the server answered ${status} ${code}`);
    }
    if (error instanceof oauth.WWWAuthenticateChallengeError) {
      throw new UpstreamError("CLIENT_REFUSED", `the server answered ${error.status} to the client's id and secret`);
    }
    if (error instanceof oauth.OperationProcessingError || error instanceof oauth.UnsupportedOperationError) {
      throw new UpstreamError("NOT_UNDERSTOOD", error.message);
    }
    throw error;
  }
}

function faultOfClient(code: string) {
  return ["invalid_client", "unauthorized_client"].includes(code) ? "CLIENT_REFUSED" : "NOT_UNDERSTOOD";
}

/** What an error that came back in the browser means (RFC 6749, section 4.1.2.1). */
function faultOfAnswer(code: string) {
  if (["server_error", "temporarily_unavailable"].includes(code)) return "SERVER_ERROR";
  const ours = ["invalid_request", "unauthorized_client", "unsupported_response_type", "invalid_scope"];
  return ours.includes(code) ? "NOT_UNDERSTOOD" : "ACCESS_REVOKED";
}
