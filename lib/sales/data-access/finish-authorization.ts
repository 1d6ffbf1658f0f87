import { and, eq, gt, inArray, isNotNull, isNull, ne, or } from "drizzle-orm";
import { db, transaction } from "@/db/client";
import { leaseFor } from "@/db/due";
import { authorizationAttempts, dataAccesses } from "@/db/schema/data-access";
import { inReach, ownedBy } from "@/db/tenancy";
import { type AccountHolder, tenantOf } from "@/lib/kernel/actor";
import { later } from "@/lib/kernel/calendar";
import { decrypt, sha256 } from "@/lib/kernel/crypto";
import { newId } from "@/lib/kernel/ids";
import { everyMerchantOf } from "@/lib/kernel/reach";
import { businessTime, type Clocks, type RealTime } from "@/lib/kernel/time";
import { findMerchant } from "@/lib/merchants/merchants/queries";
import { readClockAhead } from "@/lib/parties/marketplaces/queries";
import { recordAudit } from "@/lib/platform/audit/record-audit";
import type { SourceChoice } from "@/lib/terms/data-access/schema";
import { deviceDigest } from "./begin-authorization";
import type { ConnectFailure } from "./failures";
import { findSource, isOf } from "./find-source";
import { sealed } from "./fresh-tokens";
import { exchangeCode, type Granted } from "./oauth-server";
import { pullSales } from "./pull-sales";
import { UpstreamError } from "./upstream-error";

/** `choice` once the marketplace is known. Refused is what is another shop's, and kept for a while to tell which. */
export type Finished =
  | { kind: "connected" | "refused"; accessId: string; choice: SourceChoice }
  | { kind: "failed"; failure: ConnectFailure; choice: SourceChoice | null };

type Attempt = typeof authorizationAttempts.$inferSelect;

/**
 * A first record that does not come now is fetched later by the job. Not inside a transaction. `device`: null for a
 * program of the account's own; `parameters` as they were sent, since what stands twice is refused.
 */
export async function finishAuthorization(call: {
  holder: AccountHolder;
  device: string | null;
  parameters: URLSearchParams;
  realNow: RealTime;
}): Promise<Finished> {
  const { parameters, realNow } = call;
  const state = parameters.get("state") ?? "";
  const attempt = await takeAttempt(call, state);
  if (!attempt) return { kind: "failed", failure: "ATTEMPT_NOT_VALID", choice: null };
  const { marketplaceId, environment } = attempt;
  const choice = { marketplaceId, environment };
  const failed = (failure: ConnectFailure) => ({ kind: "failed", failure, choice }) as const;
  const tenant = tenantOf(attempt);
  const { server } = attempt;
  const source = await findSource(tenant);
  if (!isOf(source, { issuer: server.issuer, clientId: attempt.clientId })) return failed("SOURCE_CHANGED");
  const codeVerifier = decrypt("authorization_attempts.code_verifier", attempt.codeVerifier);
  let tokens: Granted;
  try {
    tokens = await exchangeCode(source, server, { parameters, state, codeVerifier });
  } catch (error) {
    if (!(error instanceof UpstreamError)) throw error;
    return failed(isDenial(parameters, server.issuer) ? "DENIED" : error.failure);
  }
  const now = businessTime(realNow, await readClockAhead(tenant));
  // Stored before anything is done with them: whoever is killed now leaves them to the job.
  const accessId = await storeAccess(attempt, tokens, { now, realNow });
  await pullSales(accessId, now, realNow);
  const [access] = await db().select().from(dataAccesses).where(eq(dataAccesses.id, accessId));
  if (access?.refusedShop) return { kind: "refused", accessId, choice };
  if (access?.state === "ACTIVE" || access?.state === "WAITING") return { kind: "connected", accessId, choice };
  return failed(access?.failure ?? "ATTEMPT_NOT_VALID");
}

/** Whether the merchant said no; only the server that was asked is believed (RFC 9207, section 2.4). */
function isDenial(parameters: URLSearchParams, issuer: string): boolean {
  const [iss, ...more] = parameters.getAll("iss");
  return parameters.get("error") === "access_denied" && iss === issuer && more.length === 0;
}

async function takeAttempt(
  { holder, device, realNow }: Parameters<typeof finishAuthorization>[0],
  state: string,
): Promise<Attempt | undefined> {
  const { device: begunIn, sessionId, digest, userId, expiresAt, usedAt } = authorizationAttempts;
  const here = device === null ? isNull(begunIn) : eq(begunIn, deviceDigest(device));
  const by = holder.sessionId === null ? isNull(sessionId) : eq(sessionId, holder.sessionId);
  const open = and(isNull(usedAt), gt(expiresAt, realNow));
  const [attempt] = await db()
    .update(authorizationAttempts)
    .set({ usedAt: realNow })
    .where(and(eq(digest, sha256(state)), eq(userId, holder.userId), here, by, open))
    .returning();
  return attempt;
}

/** Stored also where the merchant has disconnected meanwhile: only to be given back. */
async function storeAccess(attempt: Attempt, tokens: Granted, { now, realNow }: Clocks): Promise<string> {
  const tenant = tenantOf(attempt);
  const { digest, userId, merchantId, clientId, server } = attempt;
  const everyone = everyMerchantOf(tenant);
  const id = newId("dataAccess");
  await transaction(async () => {
    // As disconnecting does: the merchant before its attempts.
    if (merchantId !== null) await findMerchant(everyone, merchantId, { lock: true });
    const it = inReach(authorizationAttempts, everyone, eq(authorizationAttempts.digest, digest));
    const [still] = await db()
      .select({ digest: authorizationAttempts.digest })
      .from(authorizationAttempts)
      .where(it)
      .for("update");
    if (still) await endFormer(attempt, realNow);
    await db()
      .insert(dataAccesses)
      .values({
        id,
        ...ownedBy(tenant),
        userId,
        merchantId,
        ...(still ? { state: "WAITING" } : { state: "ENDED", endedAt: realNow }),
        issuer: server.issuer,
        clientId,
        ...sealed(tokens, realNow),
        authorizedAt: now,
        dueAt: now,
        leasedUntil: later(realNow, leaseFor),
      });
    const actor = { kind: "merchant", tenant, userId } as const;
    await recordAudit({ actor, action: "data-access.authorize", subjectId: id, now });
  });
  return id;
}

/** The same person's former ones there. What is left of them is not given back: a server may end the new one with them. */
async function endFormer(attempt: Attempt, realNow: RealTime): Promise<void> {
  const former = and(
    eq(dataAccesses.userId, attempt.userId),
    inArray(dataAccesses.state, ["WAITING", "REFUSED", "ENDED"]),
    or(ne(dataAccesses.state, "ENDED"), isNotNull(dataAccesses.tokens)),
  );
  await db()
    .update(dataAccesses)
    .set({ state: "ENDED", endedAt: realNow, tokens: null, dueAt: null })
    .where(inReach(dataAccesses, everyMerchantOf(tenantOf(attempt)), former));
}
