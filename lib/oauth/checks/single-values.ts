import { OAuthError } from "@/lib/oauth/error";

/** RFC 6749, section 3.1: no parameter may come more than once. @throws OAuthError invalid_request */
export function singleValues(parameters: URLSearchParams): void {
  const names = [...parameters.keys()];
  if (new Set(names).size !== names.length) throw new OAuthError("invalid_request", "A parameter is there twice");
}
