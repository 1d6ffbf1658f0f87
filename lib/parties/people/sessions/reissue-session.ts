import { and, eq, isNull } from "drizzle-orm";
import { db, transaction } from "@/db/client";
import { accountSessions, refreshTokens } from "@/db/schema/accounts";

/** After a change that ended all of its user. Its refresh tokens end: whoever has copied one must not go on with it. */
export async function reissueSession(call: { userId: string; sessionId: string | null; epoch: number }) {
  const { userId, sessionId, epoch } = call;
  return transaction(async () => {
    const own = and(eq(accountSessions.id, sessionId ?? ""), eq(accountSessions.userId, userId));
    const open = and(own, isNull(accountSessions.endedAt));
    const [session] = await db().update(accountSessions).set({ epoch }).where(open).returning();
    if (session) await db().delete(refreshTokens).where(eq(refreshTokens.sessionId, session.id));
    return session;
  });
}
