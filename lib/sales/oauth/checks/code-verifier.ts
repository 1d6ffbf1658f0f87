import { createHash } from "node:crypto";
import { equalInConstantTime } from "@/lib/kernel/crypto";
import { OAuthError } from "@/lib/sales/oauth/error";

/** RFC 7636, section 4.6: the challenge is the verifier's SHA-256. @throws OAuthError invalid_request, invalid_grant */
export function matchingVerifier(verifier: string | undefined, challenge: string): void {
  if (!verifier) throw new OAuthError("invalid_request", "code_verifier is missing");
  if (!/^[\w.~-]{43,128}$/.test(verifier)) {
    throw new OAuthError("invalid_request", "code_verifier must be 43 to 128 unreserved characters");
  }
  const answer = createHash("sha256").update(verifier).digest("base64url");
  if (!equalInConstantTime(answer, challenge)) {
    throw new OAuthError("invalid_grant", "code_verifier does not match the code_challenge");
  }
}
