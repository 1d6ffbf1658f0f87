import { and, desc, eq, gt, inArray, isNull } from "drizzle-orm";
import { db, transaction } from "@/db/client";
import { accountSessions } from "@/db/schema/accounts";
import { recordServiceAudit } from "@/lib/audit/record-audit";
import { newId } from "@/lib/ids";
import type { RealTime } from "@/lib/time";
import { coarseAgent } from "@/lib/users/coarse-agent";
import type { From } from "@/lib/users/places";
import { mostSessions } from "./constants";
import { issueTokens } from "./issue-tokens";
import type { SessionTokens } from "./schema";

/** Signs somebody in whose password, and second factor, have been checked: always a new session, whatever was sent. */
export async function openSession(call: {
  user: { id: string; sessionEpoch: number };
  from: From;
  realNow: RealTime;
}): Promise<SessionTokens> {
  const { user, from, realNow } = call;
  const { id: userId, sessionEpoch: epoch } = user;
  const id = newId("session");
  return transaction(async () => {
    await endSurplus(userId, realNow);
    const moments = { createdAt: realNow, lastUsedAt: realNow, expiresAt: realNow };
    await db()
      .insert(accountSessions)
      .values({ id, userId, agent: coarseAgent(from.userAgent), epoch, ...moments });
    const entry = { operator: { userId }, subjectId: userId, realNow };
    await recordServiceAudit({ ...entry, action: "account.log-in", detail: { session: id } });
    return issueTokens({ id, userId, epoch }, realNow);
  });
}

/** A program that signs in for every call must not pile sessions up. */
async function endSurplus(userId: string, realNow: RealTime): Promise<void> {
  const open = and(
    eq(accountSessions.userId, userId),
    isNull(accountSessions.endedAt),
    gt(accountSessions.expiresAt, realNow),
  );
  const surplus = await db()
    .select({ id: accountSessions.id })
    .from(accountSessions)
    .where(open)
    .orderBy(desc(accountSessions.lastUsedAt), desc(accountSessions.id))
    .offset(mostSessions - 1);
  if (surplus.length === 0) return;
  const ids = surplus.map(({ id }) => id);
  await db().update(accountSessions).set({ endedAt: realNow }).where(inArray(accountSessions.id, ids));
}
