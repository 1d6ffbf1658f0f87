import { decodeJwt } from "jose";
import { accountToken } from "@/lib/edge/http/account-token";
import type { Authenticator } from "@/lib/edge/http/auth";
import { requireBearer } from "@/lib/edge/http/bearer";
import { dashboardToken } from "@/lib/edge/http/dashboard-token";
import { operatorToken } from "@/lib/edge/http/operator-token";
import { accountTokens, dashboardTokens, operatorTokens } from "@/lib/kernel/bearer-tokens";
import { CodedError } from "@/lib/kernel/errors";
import type { Person } from "@/lib/parties/people/read-me";

const byAudience = new Map<string, Authenticator<Person>>([
  [dashboardTokens.audience, dashboardToken()],
  [operatorTokens.audience, operatorToken({ permission: "view" })],
  [accountTokens.audience, accountToken],
]);

/** Of any of our three logins. Its audience only chooses who looks at it: that one verifies all of it. */
export const anyToken: Authenticator<Person> = {
  scheme: "dashboardToken",
  others: ["accountToken", "operatorToken"],
  authenticate(request, realNow, bytes) {
    const token = requireBearer(request.headers, "Send the token of a login as Authorization: Bearer.");
    const authenticator = byAudience.get(audienceOf(token));
    if (!authenticator) throw new CodedError("UNAUTHENTICATED", "That is no token of a login of this service.");
    return authenticator.authenticate(request, realNow, bytes);
  },
};

function audienceOf(token: string): string {
  try {
    return String(decodeJwt(token).aud);
  } catch {
    return "";
  }
}
