import { and, eq, isNull } from "drizzle-orm";
import { db, transaction } from "@/db/client";
import { accountSessions, refreshTokens } from "@/db/schema/accounts";
import type { AccountHolder } from "@/lib/actor";
import type { RealTime } from "@/lib/time";
import { changePassword } from "@/lib/users/change-password";
import type { From } from "@/lib/users/places";
import { issueTokens } from "./issue-tokens";
import { openSession } from "./open-session";
import type { ChangePasswordBody, SessionTokens } from "./schema";

/**
 * Gives an account another password. Every session ends, on whatever device, and the owner is written to; whoever asks
 * goes on with the tokens it answers.
 * @throws CodedError as `changePassword` of lib/users
 */
export async function changeAccountPassword(call: {
  holder: AccountHolder;
  input: ChangePasswordBody;
  from: From;
  realNow: RealTime;
}): Promise<SessionTokens> {
  const { holder, input, from, realNow } = call;
  const { userId, sessionId } = holder;
  const proof = { ...input, code: input.code ?? undefined };
  const { sessionEpoch: epoch } = await changePassword({ userId, input: proof, from, realNow });
  const kept = await transaction(async () => {
    const open = and(eq(accountSessions.id, sessionId ?? ""), isNull(accountSessions.endedAt));
    const [session] = await db().update(accountSessions).set({ epoch }).where(open).returning();
    if (!session) return undefined;
    // Whoever has copied an earlier one must not go on with it.
    await db().delete(refreshTokens).where(eq(refreshTokens.sessionId, session.id));
    return issueTokens(session, realNow);
  });
  return kept ?? openSession({ user: { id: userId, sessionEpoch: epoch }, from, realNow });
}
