import type { AuthorizationRequest } from "./check-authorization";
import { redirectWith } from "./redirect";

/** Where the browser goes when the merchant declines (RFC 6749, section 4.1.2.1). */
export function denyAuthorization(request: AuthorizationRequest): string {
  return redirectWith(request, { error: "access_denied", error_description: "The merchant did not agree" });
}
