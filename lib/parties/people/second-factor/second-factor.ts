import { and, eq, isNotNull, lt } from "drizzle-orm";
import { db, transaction } from "@/db/client";
import { secondFactors } from "@/db/schema/users";
import { decrypt } from "@/lib/kernel/crypto";
import { CodedError } from "@/lib/kernel/errors";
import type { RealTime } from "@/lib/kernel/time";
import type { User } from "@/lib/parties/people/queries";
import { resetFailures, takeAttempt } from "@/lib/parties/people/sign-in/attempts";
import { type From, knownPlace } from "@/lib/parties/people/sign-in/places";
import { recordServiceAudit } from "@/lib/platform/audit/record-audit";
import { queueAccountMail } from "@/lib/platform/messages/mails/queue-account-mail";
import { stepOfCode } from "./authenticator";
import { takeRecoveryCode } from "./recovery-codes";

export const secondFactorPurpose = "second_factors.secret";

async function findSecret(userId: string): Promise<string | undefined> {
  const [row] = await db()
    .select({ sealed: secondFactors.secret })
    .from(secondFactors)
    .where(and(eq(secondFactors.userId, userId), isNotNull(secondFactors.secret)));
  return row?.sealed ? decrypt(secondFactorPurpose, row.sealed) : undefined;
}

/** No code works twice; wrong ones count like wrong passwords, by place. Without a code it is asked for. */
export async function passSecondFactor(call: {
  user: User;
  code: string | undefined;
  from: From;
  realNow: RealTime;
}): Promise<void> {
  const { user, code = "", from, realNow } = call;
  const { id: userId, kind, email } = user;
  const secret = await findSecret(userId);
  if (secret === undefined) return;
  const typed = code.replace(/[\s-]/g, "").toLowerCase();
  if (typed === "") throw required("Is needed: what your authenticator app shows, or a recovery code");
  const guessed = { account: `second-factor:${userId}`, place: await knownPlace(userId, from, realNow) };
  const { notifyOwner } = await takeAttempt(guessed, realNow, "Your mail says how to go on at once.");
  if (await codeIsRight({ user, secret, typed, realNow })) return resetFailures(guessed);
  if (notifyOwner) {
    const mail = { kind: "MANY_WRONG_CODES", userId, userKind: kind } as const;
    await queueAccountMail({ recipient: email, mail, realNow });
  }
  throw required("Wrong, or used already. Wait for the next one, or use a recovery code");
}

async function codeIsRight(call: { user: User; secret: string; typed: string; realNow: RealTime }): Promise<boolean> {
  const { user, secret, typed, realNow } = call;
  if (/^\d{6}$/.test(typed)) {
    const step = stepOfCode(secret, typed, realNow);
    return step !== null && (await spendStep(user.id, step));
  }
  return spendRecoveryCode(user, `${typed.slice(0, 5)}-${typed.slice(5)}`, realNow);
}

/** Uses a time step up; false when it, or a later one, was used before. */
async function spendStep(userId: string, step: number): Promise<boolean> {
  const used = await db()
    .update(secondFactors)
    .set({ lastStep: step })
    .where(and(eq(secondFactors.userId, userId), lt(secondFactors.lastStep, step)))
    .returning({ userId: secondFactors.userId });
  return used.length > 0;
}

async function spendRecoveryCode(user: User, code: string, realNow: RealTime): Promise<boolean> {
  const { id: userId, kind: userKind, email: recipient } = user;
  return transaction(async () => {
    const left = await takeRecoveryCode(userId, code);
    if (left === null) return false;
    const entry = { operator: { userId }, subjectId: userId, realNow };
    await recordServiceAudit({ ...entry, action: "user.recovery-code", detail: { left } });
    const facts = { userKind, at: realNow.toISOString(), left: `${left}` };
    await queueAccountMail({ recipient, mail: { kind: "RECOVERY_CODE_USED", ...facts }, realNow });
    return true;
  });
}

function required(error: string): CodedError {
  const message = "Your second factor is asked for: send a code of it.";
  return new CodedError("SECOND_FACTOR_REQUIRED", message, { challenge: "Bearer", fields: [{ field: "code", error }] });
}
