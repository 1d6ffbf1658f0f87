import { eq, sql } from "drizzle-orm";
import { db, transaction } from "@/db/client";
import { users } from "@/db/schema/users";
import type { Operator } from "@/lib/actor";
import { recordServiceAudit } from "@/lib/audit/record-audit";
import { randomText } from "@/lib/crypto";
import { queueAccountMail } from "@/lib/notifications/queue-account-mail";
import type { RealTime } from "@/lib/time";
import { hashPassword } from "@/lib/users/password";
import type { User } from "@/lib/users/queries";

/** Gives a user who has lost theirs a password of our making. Their sessions end, and they are written to. */
export async function setPassword(call: { operator: Operator; user: User; realNow: RealTime }): Promise<string> {
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
