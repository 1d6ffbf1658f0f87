import { and, eq } from "drizzle-orm";
import { db, transaction } from "@/db/client";
import { secondFactors } from "@/db/schema/users";
import { decrypt } from "@/lib/kernel/crypto";
import { CodedError, invalidField } from "@/lib/kernel/errors";
import type { RealTime } from "@/lib/kernel/time";
import { findSignedIn } from "@/lib/parties/people/queries";
import type { CodeInput } from "@/lib/parties/people/schema";
import { rotateSessionEpoch } from "@/lib/parties/people/sessions/revoke-all-sessions";
import { signedOut } from "@/lib/parties/people/sessions/signed-out";
import { resetFailures, takeAttempt } from "@/lib/parties/people/sign-in/attempts";
import { recordServiceAudit } from "@/lib/platform/audit/record-audit";
import { queueAccountMail } from "@/lib/platform/messages/mails/queue-account-mail";
import { stepOfCode } from "./authenticator";
import { replaceRecoveryCodes } from "./recovery-codes";
import { secondFactorPurpose } from "./second-factor";

/** Every session ends. Returns new recovery codes, shown only now, and the epoch of later sessions. */
export async function confirmSecondFactor(call: { userId: string; input: CodeInput; realNow: RealTime }) {
  const { userId, input, realNow } = call;
  const user = await findSignedIn(userId);
  if (!user) throw signedOut();
  const mine = eq(secondFactors.userId, userId);
  const [row] = await db().select({ pending: secondFactors.pendingSecret }).from(secondFactors).where(mine);
  if (!row?.pending) throw notBegun();
  const guessed = { account: `second-factor-set-up:${userId}` };
  await takeAttempt(guessed, realNow);
  const secret = decrypt(secondFactorPurpose, row.pending);
  const step = stepOfCode(secret, input.code.replace(/\s/g, ""), realNow);
  if (step === null) throw invalidField("code", "Not what the app shows now. Is the time of your phone right?");
  await resetFailures(guessed);
  const pending = row.pending;
  return transaction(async () => {
    const turnedOn = await db()
      .update(secondFactors)
      .set({ secret: pending, pendingSecret: null, lastStep: step, since: realNow })
      .where(and(mine, eq(secondFactors.pendingSecret, pending)))
      .returning({ userId: secondFactors.userId });
    if (turnedOn.length === 0) throw notBegun();
    const recoveryCodes = await replaceRecoveryCodes(userId);
    const sessionEpoch = await rotateSessionEpoch(user);
    const { kind, email } = user;
    const entry = { operator: { userId }, subjectId: userId, detail: { kind }, realNow };
    await recordServiceAudit({ ...entry, action: "user.second-factor-on" });
    const mail = { kind: "SECOND_FACTOR_ON", userKind: kind, at: realNow.toISOString() } as const;
    await queueAccountMail({ recipient: email, mail, realNow });
    return { recoveryCodes, sessionEpoch };
  });
}

function notBegun(): CodedError {
  return new CodedError("LINK_NOT_VALID", "This set-up has ended. Begin again, with the code of the new one.");
}
