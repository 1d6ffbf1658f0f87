import { and, eq, gt, isNull } from "drizzle-orm";
import { db } from "@/db/client";
import { onPage, type Page, pageOf, pageOrder, pageRows, requireNeighbour } from "@/db/page";
import { accountSessions } from "@/db/schema/accounts";
import { users } from "@/db/schema/users";
import type { RealTime } from "@/lib/kernel/time";
import type { SessionList } from "@/lib/parties/people/account-schema";

export async function listSessions(call: {
  userId: string;
  current: string | null;
  page: Page;
  realNow: RealTime;
}): Promise<SessionList> {
  const { userId, current, page, realNow } = call;
  const { id } = accountSessions;
  const inForce = and(
    eq(accountSessions.userId, userId),
    eq(accountSessions.epoch, users.sessionEpoch),
    isNull(accountSessions.endedAt),
    gt(accountSessions.expiresAt, realNow),
  );
  await requireNeighbour(id, page, eq(accountSessions.userId, userId));
  const rows = await db()
    .select({ session: accountSessions })
    .from(accountSessions)
    .innerJoin(users, eq(users.id, accountSessions.userId))
    .where(and(inForce, onPage(id, page)))
    .orderBy(pageOrder(id, page))
    .limit(pageRows(page));
  const found = pageOf(rows, page);
  return { data: found.rows.map(({ session }) => shown(session, current)), hasMore: found.hasMore };
}

function shown(session: typeof accountSessions.$inferSelect, current: string | null): SessionList["data"][number] {
  const { id: sessionId, agent, createdAt, lastUsedAt, expiresAt } = session;
  return {
    sessionId,
    agent,
    createdAt: createdAt.toISOString(),
    lastUsedAt: lastUsedAt.toISOString(),
    expiresAt: expiresAt.toISOString(),
    current: sessionId === current,
  };
}
