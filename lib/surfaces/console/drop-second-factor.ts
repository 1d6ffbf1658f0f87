import { eq, sql } from "drizzle-orm";
import { db, transaction } from "@/db/client";
import { users } from "@/db/schema/users";
import type { OperatorCall } from "@/lib/kernel/call";
import type { User } from "@/lib/parties/people/queries";
import { deleteSecondFactor } from "@/lib/parties/people/second-factor/delete-second-factor";
import { recordServiceAudit } from "@/lib/platform/audit/record-audit";
import { queueAccountMail } from "@/lib/platform/messages/mails/queue-account-mail";

/** For a user who has lost the app and the recovery codes. Sessions end, and the user is written to. */
export async function dropSecondFactor(call: OperatorCall<{ user: User }>): Promise<void> {
  const { operator, user, realNow } = call;
  const { id: userId, kind, email } = user;
  await transaction(async () => {
    await deleteSecondFactor(userId);
    await db()
      .update(users)
      .set({ sessionEpoch: sql`${users.sessionEpoch} + 1` })
      .where(eq(users.id, userId));
    const entry = { operator, subjectId: userId, detail: { kind }, realNow };
    await recordServiceAudit({ ...entry, action: "user.second-factor-off" });
    const mail = { kind: "SECOND_FACTOR_OFF", userKind: kind, at: realNow.toISOString() } as const;
    await queueAccountMail({ recipient: email, mail, realNow });
  });
}
