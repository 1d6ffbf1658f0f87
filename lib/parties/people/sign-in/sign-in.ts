import type { RealTime } from "@/lib/kernel/time";
import { checkPassword } from "@/lib/parties/people/password/check-password";
import { findSignIn, type SignedIn } from "@/lib/parties/people/queries";
import type { SignInInput } from "@/lib/parties/people/schema";
import { passSecondFactor } from "@/lib/parties/people/second-factor/second-factor";
import { queueAccountMail } from "@/lib/platform/messages/mails/queue-account-mail";
import type { UserKind } from "@/lib/terms/users/constants";
import { resetFailures, takeAttempt, uncountAttempt } from "./attempts";
import { coarseAgent } from "./coarse-agent";
import { type From, knownPlace, rememberPlace } from "./places";

/** The same for an address without an account: nobody learns by it who has one. */
const advice = "If this is your account, check your e-mail: it says how to sign in right away.";

type Check = { kind: UserKind; input: SignInInput; from: From; realNow: RealTime };

/**
 * Null alike for a wrong password and an unknown address. Known places count failures for themselves, so that others
 * cannot keep an account's owner out.
 */
export async function signIn(call: Check & { code?: string | undefined }): Promise<SignedIn | null> {
  const { code, from, realNow } = call;
  const user = await guardedCheck(call);
  if (!user) return null;
  // First: a place where only the password was right is not one to be known again.
  await passSecondFactor({ user, code, from, realNow });
  if (!(await rememberPlace(user.id, from, realNow))) return user;
  const facts = { userKind: user.kind, agent: coarseAgent(from.userAgent), address: from.address };
  const mail = { kind: "NEW_SIGN_IN", ...facts, at: realNow.toISOString() } as const;
  await queueAccountMail({ recipient: user.email, mail, realNow });
  return user;
}

/** The password alone, within the same limits: for somebody who has signed in already. */
export async function guardedCheck({ kind, input, from, realNow }: Check): Promise<SignedIn | null> {
  const { email } = input;
  const owner = (await findSignIn(kind, email))?.user;
  // Looked for either way: an unknown address must not be quicker.
  const place = await knownPlace(owner?.id ?? "nobody", from, realNow);
  const guessed = { account: `${kind}:${email.toLowerCase()}`, place };
  const { notifyOwner } = await takeAttempt(guessed, realNow, advice);
  const user = await checkPassword({ kind, input }).catch(async (error: unknown) => {
    await uncountAttempt(guessed);
    throw error;
  });
  if (user) await resetFailures(guessed);
  else if (notifyOwner && owner) {
    const mail = { kind: "MANY_FAILURES", userId: owner.id, userKind: kind } as const;
    await queueAccountMail({ recipient: owner.email, mail, realNow });
  }
  return user;
}
