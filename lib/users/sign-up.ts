import { and, count, eq, gt } from "drizzle-orm";
import { db, transaction } from "@/db/client";
import { accountMails, signUps } from "@/db/schema/users";
import { day, hour, later } from "@/lib/calendar";
import { keyedDigest } from "@/lib/crypto";
import { newId } from "@/lib/ids";
import { queueAccountMail } from "@/lib/notifications/queue-account-mail";
import type { RealTime } from "@/lib/time";
import { refuseCommonPassword } from "./common-password";
import { hashPassword } from "./password";
import type { From } from "./places";
import { findSignIn } from "./queries";
import type { SignUpInput } from "./schema";

/** How long the link in the mail works. */
const signUpLifetime = day;

/** Mails an hour that one network can have sent to one address by signing up with it. */
const mailsAnHour = 3;

type SignUp = {
  input: SignUpInput;
  /** The authorization request it is part of, to go on with; empty: none. */
  query: string;
  from: From & { device: string };
  realNow: RealTime;
};

/**
 * Asks for a merchant's account: the address is written to, and `confirmSignUp` makes the account. An owner who has one
 * is told so by mail; whoever asks learns nothing, not even by the time it takes. Asked again, it writes again.
 * @throws CodedError VALIDATION_FAILED for a password that is easily guessed, SERVICE_UNAVAILABLE
 */
export async function signUp({ input, query, from, realNow }: SignUp): Promise<void> {
  const { businessName: name, password } = input;
  const email = input.email.toLowerCase();
  await refuseCommonPassword(password, [email, name]);
  const passwordHash = await hashPassword(password);
  const askedFrom = keyedDigest("sign-up-network", from.network);
  await transaction(async () => {
    const known = await findSignIn("merchant", email);
    if ((await countMails(email, askedFrom, realNow)) >= mailsAnHour) return;
    if (known) {
      await queueAccountMail({ recipient: email, mail: { kind: "ACCOUNT_EXISTS" }, askedFrom, realNow });
      return;
    }
    const id = newId("signUp");
    const asked = { query, device: browserDigest(from.device), expiresAt: later(realNow, signUpLifetime) };
    await db()
      .insert(signUps)
      .values({ id, email, name, passwordHash, ...asked });
    await queueAccountMail({ recipient: email, mail: { kind: "CONFIRM_ADDRESS", signUpId: id }, askedFrom, realNow });
  });
}

/** The browser in which somebody has signed up, as stored. */
export function browserDigest(device: string): string {
  return keyedDigest("sign-up-browser", device);
}

async function countMails(recipient: string, askedFrom: string, realNow: RealTime): Promise<number> {
  const lately = gt(accountMails.createdAt, later(realNow, -hour));
  const [row] = await db()
    .select({ mails: count() })
    .from(accountMails)
    .where(and(eq(accountMails.recipient, recipient), eq(accountMails.askedFrom, askedFrom), lately));
  return row?.mails ?? 0;
}
