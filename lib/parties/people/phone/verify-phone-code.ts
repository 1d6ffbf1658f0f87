import { and, desc, eq, isNull, lt, sql } from "drizzle-orm";
import { db, transaction } from "@/db/client";
import { accountPhones, phoneCodes } from "@/db/schema/phones";
import { equalInConstantTime } from "@/lib/kernel/crypto";
import { type CodedError, invalidField } from "@/lib/kernel/errors";
import type { RealTime } from "@/lib/kernel/time";
import type { VerifyPhoneCodeInput } from "@/lib/parties/people/account-schema";
import { findUser } from "@/lib/parties/people/queries";
import { signedOut } from "@/lib/parties/people/sessions/signed-out";
import { resetFailures, takeAttempt } from "@/lib/parties/people/sign-in/attempts";
import { recordServiceAudit } from "@/lib/platform/audit/record-audit";
import { codeOf } from "@/lib/platform/messages/mails/phone-code-text";
import { queueAccountMail } from "@/lib/platform/messages/mails/queue-account-mail";
import { phoneCodeTries } from "@/lib/terms/accounts";

/** Codes typed in vain count for the account, too, so that asking for new ones helps nobody to guess. */
export async function verifyPhoneCode(call: {
  userId: string;
  input: VerifyPhoneCodeInput;
  realNow: RealTime;
}): Promise<{ phoneNumber: string }> {
  const { userId, input, realNow } = call;
  const { phoneNumber, code } = input;
  const user = await findUser(userId);
  if (!user) throw signedOut();
  const guessed = { account: `phone-code:${userId}` };
  await takeAttempt(guessed, realNow);
  const asked = await countTry(userId, phoneNumber, realNow);
  if (!asked) throw ended();
  if (!equalInConstantTime(codeOf(asked.id), code)) {
    const left = phoneCodeTries - asked.tries;
    throw left === 0 ? ended() : invalidField("code", `Not the code from the last message. Tries left: ${left}`);
  }
  await transaction(async () => {
    const one = and(eq(phoneCodes.id, asked.id), isNull(phoneCodes.usedAt));
    const [used] = await db().update(phoneCodes).set({ usedAt: realNow }).where(one).returning({ id: phoneCodes.id });
    if (!used) throw ended();
    const proved = { phoneNumber, verifiedAt: realNow };
    await db()
      .insert(accountPhones)
      .values({ userId, ...proved })
      .onConflictDoUpdate({ target: accountPhones.userId, set: proved });
    const entry = { operator: { userId }, subjectId: userId, realNow };
    await recordServiceAudit({ ...entry, action: "user.verify-phone", detail: { code: asked.id } });
    const mail = { kind: "PHONE_VERIFIED", userKind: user.kind, ending: phoneNumber.slice(-4) } as const;
    await queueAccountMail({ recipient: user.email, mail: { ...mail, at: realNow.toISOString() }, realNow });
  });
  await resetFailures(guessed);
  return { phoneNumber };
}

/** Counts a try of the account's last code before it is compared, so that many at once are no more than one by one. */
async function countTry(userId: string, phoneNumber: string, realNow: RealTime) {
  const [last] = await db()
    .select()
    .from(phoneCodes)
    .where(eq(phoneCodes.userId, userId))
    .orderBy(desc(phoneCodes.id))
    .limit(1);
  if (!last || last.phoneNumber !== phoneNumber || last.expiresAt <= realNow) return undefined;
  const open = and(eq(phoneCodes.id, last.id), isNull(phoneCodes.usedAt), lt(phoneCodes.tries, phoneCodeTries));
  const [counted] = await db()
    .update(phoneCodes)
    .set({ tries: sql`${phoneCodes.tries} + 1` })
    .where(open)
    .returning({ id: phoneCodes.id, tries: phoneCodes.tries });
  return counted;
}

function ended(): CodedError {
  return invalidField("code", "Was used, has expired or was entered too often. Ask for a new one");
}
