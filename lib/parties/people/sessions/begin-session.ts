import { and, desc, eq, gt, inArray, isNull } from "drizzle-orm";
import { db, transaction } from "@/db/client";
import { accountSessions } from "@/db/schema/accounts";
import { later, second } from "@/lib/kernel/calendar";
import { newId } from "@/lib/kernel/ids";
import type { RealTime } from "@/lib/kernel/time";
import { coarseAgent } from "@/lib/parties/people/sign-in/coarse-agent";
import type { From } from "@/lib/parties/people/sign-in/places";
import { recordServiceAudit } from "@/lib/platform/audit/record-audit";
import { mostSessions } from "@/lib/terms/accounts";

export type BeginCall = {
  user: { id: string; sessionEpoch: number };
  from: From;
  deviceName?: string | null | undefined;
  realNow: RealTime;
};

/** Always a new one, whatever came along. `seconds`: how long it lasts unless it is used. */
export async function beginSession(call: BeginCall & { seconds: number }) {
  const { user, from, deviceName, seconds, realNow } = call;
  const { id: userId, sessionEpoch: epoch } = user;
  const session = { id: newId("session"), userId, epoch };
  return transaction(async () => {
    await endSurplus(userId, realNow);
    const moments = { createdAt: realNow, lastUsedAt: realNow, expiresAt: later(realNow, seconds * second) };
    await db()
      .insert(accountSessions)
      .values({ ...session, agent: sessionName(from.userAgent, deviceName), ...moments });
    const entry = { operator: { userId }, subjectId: userId, realNow };
    await recordServiceAudit({ ...entry, action: "account.log-in", detail: { session: session.id } });
    return session;
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

/** As the program named its device, else the browser, else the first product in `User-Agent` (RFC 9110, 10.1.5). */
export function sessionName(userAgent: string, deviceName: string | null | undefined): string {
  if (deviceName) return deviceName;
  const known = coarseAgent(userAgent);
  const [, product] = /^(?!Mozilla\b)([A-Za-z][\w-]{1,39})(?=[/ ]|$)/.exec(userAgent) ?? [];
  return product ? known.replace(/^A program/, product) : known;
}
