import { and, eq } from "drizzle-orm";
import { db, transaction } from "@/db/client";
import { users } from "@/db/schema/users";
import type { RealTime } from "@/lib/kernel/time";
import type { SignedIn } from "@/lib/parties/people/queries";
import { recordServiceAudit } from "@/lib/platform/audit/record-audit";
import { queueAccountMail } from "@/lib/platform/messages/mails/queue-account-mail";
import { hashPassword } from "./password";

/** Returns the epoch of later sessions; null when others have ended them meanwhile, and nothing was stored. */
export async function savePassword(call: {
  user: SignedIn;
  newPassword: string;
  action: "user.change-password" | "user.reset-password";
  realNow: RealTime;
}): Promise<number | null> {
  const { user, newPassword, action, realNow } = call;
  const { id: userId, kind, email, sessionEpoch } = user;
  const passwordHash = await hashPassword(newPassword);
  return transaction(async () => {
    const [row] = await db()
      .update(users)
      .set({ passwordHash, sessionEpoch: sessionEpoch + 1 })
      .where(and(eq(users.id, userId), eq(users.sessionEpoch, sessionEpoch)))
      .returning({ epoch: users.sessionEpoch });
    if (!row) return null;
    await recordServiceAudit({ operator: { userId }, action, detail: { kind }, subjectId: userId, realNow });
    const mail = { kind: "PASSWORD_CHANGED", userKind: kind, at: realNow.toISOString() } as const;
    await queueAccountMail({ recipient: email, mail, realNow });
    return row.epoch;
  });
}
