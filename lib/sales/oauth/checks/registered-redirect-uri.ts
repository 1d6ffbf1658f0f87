import { OAuthError } from "@/lib/sales/oauth/error";
import type { OAuthClient } from "@/lib/sales/oauth/queries";

/**
 * RFC 9700, section 4.1.3: `redirect_uri`, once, and character by character one of those registered, port included. It
 * may not be omitted. @throws OAuthError to be shown to the person only.
 */
export function registeredRedirectUri(parameters: URLSearchParams, client: OAuthClient): string {
  const uris = parameters.getAll("redirect_uri");
  const [uri] = uris;
  if (uri === undefined || uris.length !== 1 || !client.redirectUris.includes(uri)) {
    throw new OAuthError("invalid_request", "The link would lead back to an address that is not registered.");
  }
  return uri;
}
