import { SignJWT } from "jose";
import type { RealTime } from "@/lib/clock";
import { randomText } from "@/lib/crypto";
import { env } from "@/lib/env";
import { dashboardAlgorithm, dashboardAudience, dashboardTokenSeconds } from "./constants";

/**
 * A token with which somebody of a marketplace's staff calls the dashboard's operations for an hour. It says who they are
 * and no more: what they may do is looked up at each call.
 */
export function mintDashboardToken(userId: string, realNow: RealTime): Promise<string> {
  const issuedAt = Math.floor(realNow.getTime() / 1000);
  return new SignJWT()
    .setProtectedHeader({ alg: dashboardAlgorithm, typ: "JWT" })
    .setIssuer(env().baseUrl)
    .setAudience(dashboardAudience)
    .setSubject(userId)
    .setIssuedAt(issuedAt)
    .setExpirationTime(issuedAt + dashboardTokenSeconds)
    .setJti(randomText(22))
    .sign(env().tokenKey);
}
