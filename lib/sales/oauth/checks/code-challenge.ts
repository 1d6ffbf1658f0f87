import { OAuthError } from "@/lib/sales/oauth/error";

/**
 * RFC 7636, section 4.3; RFC 9700, section 2.1.1: a challenge by S256. Without a method it would be `plain`, which
 * anyone who reads the address bar could answer. @throws OAuthError invalid_request
 */
export function s256Challenge(parameters: URLSearchParams): string {
  const challenge = parameters.get("code_challenge");
  if (!challenge) throw new OAuthError("invalid_request", "code_challenge is missing: PKCE is required");
  if (parameters.get("code_challenge_method") !== "S256") {
    throw new OAuthError("invalid_request", "code_challenge_method must be S256");
  }
  if (!/^[\w-]{43}$/.test(challenge))
    throw new OAuthError("invalid_request", "code_challenge is not base64url of SHA-256");
  return challenge;
}
