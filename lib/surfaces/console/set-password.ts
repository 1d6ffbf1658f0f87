import { eq, sql } from "drizzle-orm";
import { db, transaction } from "@/db/client";
import { users } from "@/db/schema/users";
import type { OperatorCall } from "@/lib/kernel/call";
import { randomText } from "@/lib/kernel/crypto";
import { hashPassword } from "@/lib/parties/people/password/password";
import type { User } from "@/lib/parties/people/queries";
import { recordServiceAudit } from "@/lib/platform/audit/record-audit";
import { queueAccountMail } from "@/lib/platform/messages/mails/queue-account-mail";

/** Gives a user who has lost theirs a password of our making. Their sessions end, and they are written to. */
export async function setPassword(call: OperatorCall<{ user: User }>): Promise<string> {
  const { operator, user, realNow } = call;
  const { id: userId, kind, email } = user;
  const password = randomText(20);
  const passwordHash = await hashPassword(password);
  await transaction(async () => {
    await db()
      .update(users)
      .set({ passwordHash, sessionEpoch: sql`${users.sessionEpoch} + 1` })
      .where(eq(users.id, userId));
    await recordServiceAudit({ operator, action: "user.set-password", detail: { kind }, subjectId: userId, realNow });
    const mail = { kind: "PASSWORD_CHANGED", userKind: kind, at: realNow.toISOString() } as const;
    await queueAccountMail({ recipient: email, mail, realNow });
  });
  return password;
}
