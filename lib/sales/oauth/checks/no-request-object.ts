import { OAuthError } from "@/lib/sales/oauth/error";

/** RFC 9101: ignoring a signed request would mean trusting the unsigned parameters beside it. @throws OAuthError */
export function noRequestObject(parameters: URLSearchParams): void {
  if (parameters.has("request")) throw new OAuthError("request_not_supported", "request is not supported");
  if (parameters.has("request_uri")) throw new OAuthError("request_uri_not_supported", "request_uri is not supported");
}
