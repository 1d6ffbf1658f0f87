import { OAuthError } from "@/lib/sales/oauth/error";

/** The answer comes in the query, the default for a code. @throws OAuthError invalid_request */
export function queryMode(parameters: URLSearchParams): void {
  const mode = parameters.get("response_mode");
  if (mode !== null && mode !== "query") throw new OAuthError("invalid_request", "response_mode must be query");
}
