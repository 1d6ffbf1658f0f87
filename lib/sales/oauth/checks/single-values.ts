import { OAuthError } from "@/lib/sales/oauth/error";

/** RFC 6749, section 3.1: no parameter may be repeated. @throws OAuthError invalid_request */
export function singleValues(parameters: URLSearchParams): void {
  const names = [...parameters.keys()];
  if (new Set(names).size !== names.length) throw new OAuthError("invalid_request", "A parameter is repeated");
}
