import { errors, jwtVerify } from "jose";
import type { RealTime } from "@/lib/clock";
import { env } from "@/lib/env";
import { CodedError } from "@/lib/errors";
import { dashboardAlgorithm, dashboardAudience } from "./constants";

/**
 * Whose a dashboard token is: signed by us with the one algorithm, for the dashboard, not expired.
 * @param realNow real time, to the second without leeway: it was issued by this very clock.
 * @throws CodedError TOKEN_EXPIRED for one that was genuine and is too old, UNAUTHENTICATED for anything else
 */
export async function verifyDashboardToken(token: string, realNow: RealTime): Promise<string> {
  try {
    const { payload } = await jwtVerify(token, env().tokenKey, {
      algorithms: [dashboardAlgorithm],
      issuer: env().baseUrl,
      audience: dashboardAudience,
      requiredClaims: ["sub", "iat", "exp", "jti"],
      currentDate: realNow,
    });
    return payload.sub ?? "";
  } catch (error) {
    if (error instanceof errors.JWTExpired) {
      throw new CodedError("TOKEN_EXPIRED", "The session has ended. Log in again: a token is good for an hour.");
    }
    throw new CodedError("UNAUTHENTICATED", refused);
  }
}

const refused = "That is no dashboard token. The dashboard's operations take the one that its login answers.";
