import { createHash } from "node:crypto";
import { equalInConstantTime } from "@/lib/crypto";
import { OAuthError } from "@/lib/oauth/error";

/**
 * RFC 7636, section 4.6: the verifier whose SHA-256 the challenge is. @throws OAuthError invalid_request when it is missing
 * or not one, invalid_grant when it is another's
 */
export function matchingVerifier(verifier: string | undefined, challenge: string): void {
  if (!verifier) throw new OAuthError("invalid_request", "code_verifier is missing");
  if (!/^[\w.~-]{43,128}$/.test(verifier)) {
    throw new OAuthError("invalid_request", "code_verifier must be 43 to 128 unreserved characters");
  }
  const answer = createHash("sha256").update(verifier).digest("base64url");
  if (!equalInConstantTime(answer, challenge)) {
    throw new OAuthError("invalid_grant", "code_verifier does not answer the code_challenge");
  }
}
