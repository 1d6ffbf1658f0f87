import { and, eq, isNull } from "drizzle-orm";
import { db, transaction } from "@/db/client";
import { accountSessions, refreshTokens } from "@/db/schema/accounts";
import { users } from "@/db/schema/users";
import { second } from "@/lib/kernel/calendar";
import { hasChecksum, sha256 } from "@/lib/kernel/crypto";
import { CodedError } from "@/lib/kernel/errors";
import type { RealTime } from "@/lib/kernel/time";
import type { RefreshInput, SessionTokens } from "@/lib/parties/people/account-schema";
import { recordServiceAudit } from "@/lib/platform/audit/record-audit";
import { issueTokens } from "./issue-tokens";

/** How long a second use of a refresh token counts as a double click; later it is theft. */
const reuseGrace = 10 * second;

/** A later second use is theft: the session ends for both (RFC 9700, 4.14.2). All bad tokens are refused alike. */
export async function refreshSession(call: { input: RefreshInput; realNow: RealTime }): Promise<SessionTokens> {
  const { input, realNow } = call;
  const found = await findToken(input.refreshToken);
  if (!found) throw unusable();
  const { token, session, userEpoch } = found;
  const { usedAt } = token;
  if (usedAt && realNow.getTime() - usedAt.getTime() > reuseGrace) await endReused(session, realNow);
  const over = usedAt !== null || token.expiresAt <= realNow;
  if (over || session.endedAt || session.epoch !== userEpoch) throw unusable();
  return transaction(async () => {
    // Locked before its tokens, in the order that a change of password uses. The session may have ended, or the password
    // been changed, at this very moment.
    const same = and(eq(accountSessions.id, session.id), eq(accountSessions.epoch, session.epoch));
    const open = and(same, isNull(accountSessions.endedAt));
    const [locked] = await db().select({ id: accountSessions.id }).from(accountSessions).where(open).for("update");
    if (!locked) throw unusable();
    const unused = and(eq(refreshTokens.digest, token.digest), isNull(refreshTokens.usedAt));
    const taken = await db()
      .update(refreshTokens)
      .set({ usedAt: realNow })
      .where(unused)
      .returning({ digest: refreshTokens.digest });
    if (taken.length === 0) throw unusable();
    const { deviceName: agent } = input;
    if (agent) await db().update(accountSessions).set({ agent }).where(eq(accountSessions.id, session.id));
    return issueTokens(session, realNow);
  });
}
refreshSession.errors = ["UNAUTHENTICATED"] as const;

async function findToken(text: string) {
  if (!hasChecksum(text)) return undefined;
  const [row] = await db()
    .select({ token: refreshTokens, session: accountSessions, userEpoch: users.sessionEpoch })
    .from(refreshTokens)
    .innerJoin(accountSessions, eq(accountSessions.id, refreshTokens.sessionId))
    .innerJoin(users, eq(users.id, accountSessions.userId))
    .where(eq(refreshTokens.digest, sha256(text)));
  return row;
}

async function endReused({ id, userId }: typeof accountSessions.$inferSelect, realNow: RealTime): Promise<void> {
  await transaction(async () => {
    const open = and(eq(accountSessions.id, id), isNull(accountSessions.endedAt));
    const ended = await db()
      .update(accountSessions)
      .set({ endedAt: realNow })
      .where(open)
      .returning({ id: accountSessions.id });
    if (ended.length === 0) return;
    const entry = { operator: { userId }, subjectId: userId, realNow };
    await recordServiceAudit({ ...entry, action: "account.end-reused-session", detail: { session: id } });
  });
}

function unusable(): CodedError {
  const message = "The refresh token is unknown, expired or already used, or its session has ended. Log in again.";
  return new CodedError("UNAUTHENTICATED", message);
}
