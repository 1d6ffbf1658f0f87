import { and, eq, isNull } from "drizzle-orm";
import { db, transaction } from "@/db/client";
import { accountSessions } from "@/db/schema/accounts";
import { recordServiceAudit } from "@/lib/audit/record-audit";
import { notFound } from "@/lib/errors";
import type { RealTime } from "@/lib/time";

/**
 * Signs an account out in one place: its tokens are worth nothing from then on, those for access as well.
 * @throws CodedError NOT_FOUND for a session that has ended, and for another account's
 */
export async function endSession(call: { userId: string; sessionId: string | null; realNow: RealTime }): Promise<void> {
  const { userId, sessionId, realNow } = call;
  await transaction(async () => {
    const [ended] = await db()
      .update(accountSessions)
      .set({ endedAt: realNow })
      .where(
        and(
          eq(accountSessions.id, sessionId ?? ""),
          eq(accountSessions.userId, userId),
          isNull(accountSessions.endedAt),
        ),
      )
      .returning({ id: accountSessions.id });
    if (!ended) throw notFound("session");
    const entry = { operator: { userId }, subjectId: userId, realNow };
    await recordServiceAudit({ ...entry, action: "account.end-session", detail: { session: ended.id } });
  });
}
