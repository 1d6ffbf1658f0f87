import { and, eq, isNotNull } from "drizzle-orm";
import * as oauth from "oauth4webapi";
import { db, transaction } from "@/db/client";
import { authorizationAttempts, dataAccesses } from "@/db/schema/data-access";
import { inReach, ownedBy } from "@/db/tenancy";
import type { AccountHolder, Tenant } from "@/lib/kernel/actor";
import { later, minute } from "@/lib/kernel/calendar";
import { encrypt, keyedDigest, sha256 } from "@/lib/kernel/crypto";
import { CodedError } from "@/lib/kernel/errors";
import { everyMerchantOf } from "@/lib/kernel/reach";
import type { RealTime } from "@/lib/kernel/time";
import { recordAudit } from "@/lib/platform/audit/record-audit";
import type { SourceChoice } from "@/lib/terms/data-access/schema";
import { connectFailureText } from "./failures";
import { chosenSource } from "./find-source";
import { authorizationUrl, discoverServer } from "./oauth-server";
import { UpstreamError } from "./upstream-error";

/** How long a merchant may take to come back from the marketplace. */
const attemptLifetime = 10 * minute;

export function deviceDigest(device: string): string {
  return keyedDigest("authorization-attempt.device", device);
}

export type Begun = { authorizationUrl: string; expiresAt: RealTime };

/**
 * Only the same account brings the answer, in the same browser, once. Not inside a transaction. `device`: null for a
 * program, which brings the answer itself. `merchantId`: whose permission is renewed; null: the record will say.
 */
export async function beginAuthorization(call: {
  holder: AccountHolder;
  device: string | null;
  choice: SourceChoice;
  marketplaceName: string;
  merchantId: string | null;
  realNow: RealTime;
}): Promise<Begun> {
  const { holder, device, choice, marketplaceName, merchantId, realNow } = call;
  const source = await chosenSource(choice);
  const { tenant, clientId, scopes } = source;
  const anew = await cameAsAnother(holder.userId, tenant);
  const server = await discoverServer(tenant, source.issuer).catch((error: unknown) => {
    if (!(error instanceof UpstreamError)) throw error;
    const text = connectFailureText(error.failure, marketplaceName);
    throw new CodedError("SERVICE_UNAVAILABLE", text, { retryAfterSeconds: 60, outside: error.message });
  });
  const state = oauth.generateRandomState();
  const codeVerifier = oauth.generateRandomCodeVerifier();
  const expiresAt = later(realNow, attemptLifetime);
  await transaction(async () => {
    await db()
      .insert(authorizationAttempts)
      .values({
        digest: sha256(state),
        ...ownedBy(tenant),
        userId: holder.userId,
        merchantId,
        clientId,
        server,
        codeVerifier: encrypt("authorization_attempts.code_verifier", codeVerifier),
        device: device === null ? null : deviceDigest(device),
        sessionId: holder.sessionId,
        expiresAt,
      });
    const actor = { kind: "merchant", tenant, userId: holder.userId } as const;
    await recordAudit({ actor, action: "data-access.begin", subjectId: tenant.marketplaceId, now: realNow });
  });
  const url = await authorizationUrl(server, { clientId, scopes, state, codeVerifier, anew });
  return { authorizationUrl: url, expiresAt };
}

async function cameAsAnother(userId: string, tenant: Tenant): Promise<boolean> {
  const refused = and(eq(dataAccesses.userId, userId), eq(dataAccesses.state, "REFUSED"));
  const [row] = await db()
    .select({ id: dataAccesses.id })
    .from(dataAccesses)
    .where(inReach(dataAccesses, everyMerchantOf(tenant), refused, isNotNull(dataAccesses.refusedShop)))
    .limit(1);
  return row !== undefined;
}
