import { and, eq, isNull } from "drizzle-orm";
import { db, transaction } from "@/db/client";
import { accountSessions } from "@/db/schema/accounts";
import { notFound } from "@/lib/kernel/errors";
import type { RealTime } from "@/lib/kernel/time";
import { recordServiceAudit } from "@/lib/platform/audit/record-audit";

type Ending = { userId: string; sessionId: string | null; realNow: RealTime };

export async function revokeSession(ending: Ending): Promise<void> {
  if (!(await revokeIfOpen(ending))) throw notFound("session");
}
revokeSession.errors = ["NOT_FOUND"] as const;

/** Whether this has ended it: it may have ended already. */
export async function revokeIfOpen({ userId, sessionId, realNow }: Ending): Promise<boolean> {
  const own = and(eq(accountSessions.id, sessionId ?? ""), eq(accountSessions.userId, userId));
  return transaction(async () => {
    const [ended] = await db()
      .update(accountSessions)
      .set({ endedAt: realNow })
      .where(and(own, isNull(accountSessions.endedAt)))
      .returning({ id: accountSessions.id });
    if (!ended) return false;
    const entry = { operator: { userId }, subjectId: userId, realNow };
    await recordServiceAudit({ ...entry, action: "account.end-session", detail: { session: ended.id } });
    return true;
  });
}
