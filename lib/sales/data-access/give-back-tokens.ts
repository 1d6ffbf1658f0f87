import { and, eq } from "drizzle-orm";
import { db } from "@/db/client";
import { dataAccesses } from "@/db/schema/data-access";
import { day, later } from "@/lib/kernel/calendar";
import type { BusinessTime, Clocks } from "@/lib/kernel/time";
import { isOf, type Source } from "./find-source";
import type { Access } from "./fresh-tokens";
import { discoverServer, revokeAtServer } from "./oauth-server";
import { retryDelays } from "./pull-failure";
import { openTokens } from "./stored-tokens";
import { UpstreamError } from "./upstream-error";

/** How long it is tried to give back tokens at a server that does not answer. */
const giveUpAfter = 7 * day;

/** Then they are forgotten. Returns when to try again, or null. */
export async function giveBackTokens(
  access: Access,
  source: Source | null,
  { now, realNow }: Clocks,
): Promise<BusinessTime | null> {
  // Tokens that are exchanged at this very moment are given back next.
  const it = and(eq(dataAccesses.id, access.id), eq(dataAccesses.tokenRevision, access.tokenRevision));
  const done = { tokens: null, dueAt: null, leasedUntil: null };
  const late = access.endedAt !== null && later(access.endedAt, giveUpAfter) <= realNow;
  if (!access.tokens || late || !isOf(source, access)) {
    await db().update(dataAccesses).set(done).where(it);
    return null;
  }
  const { accessToken, refreshToken } = openTokens(access.tokens);
  try {
    const server = await discoverServer(source.tenant, access.issuer);
    // With a refresh token its access tokens end, too (RFC 7009, section 2.1).
    await revokeAtServer(source, server, refreshToken ?? accessToken);
  } catch (error) {
    if (!(error instanceof UpstreamError)) throw error;
    const dueAt = later(now, retryDelays[access.failures] ?? day);
    const noted = { failures: access.failures + 1, failureDetail: error.message };
    await db()
      .update(dataAccesses)
      .set({ ...noted, dueAt, leasedUntil: null })
      .where(it);
    return dueAt;
  }
  await db().update(dataAccesses).set(done).where(it);
  return null;
}
