import { OAuthError } from "@/lib/sales/oauth/error";

/** RFC 6749, section 4.1.1; RFC 9700, section 2.1.2: `code` and nothing else. @throws OAuthError */
export function codeResponse(parameters: URLSearchParams): void {
  const type = parameters.get("response_type");
  if (!type) throw new OAuthError("invalid_request", "response_type is missing");
  if (type !== "code") throw new OAuthError("unsupported_response_type", "response_type must be code");
}
