import { and, eq } from "drizzle-orm";
import { db, transaction } from "@/db/client";
import { users } from "@/db/schema/users";
import { recordServiceAudit } from "@/lib/audit/record-audit";
import { CodedError, invalidField } from "@/lib/errors";
import { queueAccountMail } from "@/lib/notifications/queue-account-mail";
import type { RealTime } from "@/lib/time";
import { refuseCommonPassword } from "./common-password";
import { hashPassword } from "./password";
import type { From } from "./places";
import { findUser } from "./queries";
import type { ChangePasswordInput } from "./schema";
import { guardedCheck } from "./sign-in";

/**
 * Gives a user another password. All sessions end, also the one that asks, and the owner is written to.
 * @throws CodedError VALIDATION_FAILED for a wrong present password or a new one that is easily guessed, RATE_LIMITED,
 *   UNAUTHENTICATED when the user is gone or its sessions ended meanwhile, SERVICE_UNAVAILABLE
 */
export async function changePassword(call: {
  userId: string;
  input: ChangePasswordInput;
  from: From;
  realNow: RealTime;
}): Promise<void> {
  const { userId, input, from, realNow } = call;
  const { password, newPassword } = input;
  const gone = new CodedError("UNAUTHENTICATED", "You are not signed in any more. Sign in, then try again.");
  const user = await findUser(userId);
  if (!user) throw gone;
  const { kind, email, name } = user;
  const checked = await guardedCheck({ kind, input: { email, password }, from, realNow });
  if (!checked) throw invalidField("password", "Not your present password");
  if (newPassword === password) throw invalidField("newPassword", "Must differ from the present one");
  await refuseCommonPassword(newPassword, [email, name], "newPassword");
  const passwordHash = await hashPassword(newPassword);
  const { sessionEpoch } = checked;
  await transaction(async () => {
    const changed = await db()
      .update(users)
      .set({ passwordHash, sessionEpoch: sessionEpoch + 1 })
      .where(and(eq(users.id, userId), eq(users.sessionEpoch, sessionEpoch)))
      .returning({ id: users.id });
    if (changed.length === 0) throw gone;
    await recordServiceAudit({
      operator: { userId },
      action: "user.change-password",
      detail: { kind },
      subjectId: userId,
      realNow,
    });
    const mail = { kind: "PASSWORD_CHANGED", userKind: kind, at: realNow.toISOString() } as const;
    await queueAccountMail({ recipient: email, mail, realNow });
  });
}
