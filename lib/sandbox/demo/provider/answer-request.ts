import { db } from "@/db/client";
import { demoGrants } from "@/db/schema/demo";
import { day, later, minute } from "@/lib/kernel/calendar";
import { randomText, sha256 } from "@/lib/kernel/crypto";
import type { RealTime } from "@/lib/kernel/time";
import { answerAddress, type DemoRequest } from "./check-request";

/** How long a code may be redeemed. */
const codeLifetime = minute;

/** How long what nobody has used is kept. */
export const grantLifetime = 90 * day;

/** A seller of the demo marketplace allows what was asked for. @returns the address that takes the code to the client. */
export async function allowRequest(call: { request: DemoRequest; seller: string; realNow: RealTime }): Promise<string> {
  const { request, seller, realNow } = call;
  const { redirectUri, codeChallenge, scopes } = request;
  const code = `dmc_${randomText(32)}`;
  await db()
    .insert(demoGrants)
    .values({
      seller,
      scopes,
      redirectUri,
      codeChallenge,
      codeDigest: sha256(code),
      codeExpiresAt: later(realNow, codeLifetime),
      createdAt: realNow,
      expiresAt: later(realNow, grantLifetime),
    });
  return answerAddress(request, { code });
}

/** The seller does not allow it. @returns the address that says so to the client. */
export function refuseRequest(request: DemoRequest): string {
  return answerAddress(request, { error: "access_denied", error_description: "The seller did not agree" });
}
