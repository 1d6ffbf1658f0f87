import { OAuthError } from "@/lib/sales/oauth/error";
import {
  codeResponse,
  noRequestObject,
  queryMode,
  s256Challenge,
  singleValues,
} from "@/lib/sales/oauth/request-checks";
import { readDemoClient } from "@/lib/sandbox/test-helpers/state";
import { type DemoScope, demoScopes } from "@/lib/terms/demo-provider";
import { demoIssuer } from "./addresses";

type Target = { redirectUri: string; state: string | null };

/** A request for a seller's permission that has passed every check. */
export type DemoRequest = Target & { scopes: DemoScope[]; codeChallenge: string };

/** What to do with a request: ask the seller, send the client an error, or show the person what is wrong. */
export type DemoVerdict =
  | { kind: "sound"; request: DemoRequest }
  | { kind: "redirect"; location: string }
  | { kind: "page"; reason: string };

/** Checks an authorization request to the demo marketplace (RFC 6749, section 4.1.1; RFC 7636). */
export async function checkRequest(query: URLSearchParams): Promise<DemoVerdict> {
  const parameters = new URLSearchParams([...query].filter(([, value]) => value !== ""));
  const client = await readDemoClient();
  const [clientIds, redirects] = [parameters.getAll("client_id"), parameters.getAll("redirect_uri")];
  if (!client || clientIds.join() !== client.clientId) {
    return { kind: "page", reason: "The link does not name a service that Demo Market knows." };
  }
  if (redirects.join() !== client.redirectUri) {
    return { kind: "page", reason: "The link would lead back to an address that is not registered." };
  }
  const target = { redirectUri: client.redirectUri, state: parameters.get("state") };
  try {
    singleValues(parameters);
    noRequestObject(parameters);
    codeResponse(parameters);
    queryMode(parameters);
    const codeChallenge = s256Challenge(parameters);
    return { kind: "sound", request: { ...target, codeChallenge, scopes: scopesIn(parameters.get("scope") ?? "") } };
  } catch (error) {
    if (!(error instanceof OAuthError)) throw error;
    const answer = { error: error.error, error_description: error.description };
    return { kind: "redirect", location: answerAddress(target, answer) };
  }
}

/** Where the browser takes an answer: the client's address with the state as it came and `iss` (RFC 9207). */
export function answerAddress(
  { redirectUri, state }: Target,
  answer: { code: string } | { error: string; error_description: string },
): string {
  const query = new URLSearchParams({ ...answer, ...(state === null ? {} : { state }), iss: demoIssuer() });
  return `${redirectUri}?${query}`;
}

function scopesIn(text: string): DemoScope[] {
  const names = text.split(" ").filter(Boolean);
  const unknown = names.some((name) => !demoScopes.some((scope) => scope === name));
  if (unknown || !names.includes("sales.read")) {
    throw new OAuthError("invalid_scope", "scope is sales.read, with offline_access or without");
  }
  return demoScopes.filter((scope) => names.includes(scope));
}
