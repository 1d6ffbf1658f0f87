import type { Scope } from "./constants";
import type { OAuthClient } from "./queries";

/** An authorization request that has passed every check. */
export type AuthorizationRequest = {
  client: OAuthClient;
  redirectUri: string;
  scopes: Scope[];
  state: string | null;
  /** S256 (RFC 7636). */
  codeChallenge: string;
};

/** What to do with an authorization request: go on, send the error to the client, or tell the person alone. */
export type Verdict =
  | { kind: "sound"; request: AuthorizationRequest }
  | { kind: "redirect"; location: string }
  | { kind: "page"; reason: string };
