import { and, eq, gt } from "drizzle-orm";
import { db, transaction } from "@/db/client";
import { signUps } from "@/db/schema/users";
import { CodedError, invalidField } from "@/lib/kernel/errors";
import type { RealTime } from "@/lib/kernel/time";
import { verifyPassword } from "@/lib/parties/people/password/password";
import type { User } from "@/lib/parties/people/queries";
import type { ConfirmInput } from "@/lib/parties/people/schema";
import { signUpOfToken } from "@/lib/platform/messages/mails/account-links";
import type { UserKind } from "@/lib/terms/users/constants";
import { resetFailures, takeAttempt, uncountAttempt } from "./attempts";
import { browserDigest } from "./sign-up";

/** Undefined once it has been used, has expired or was none of ours. */
export async function findSignUp(kind: UserKind, token: string, realNow: RealTime) {
  const id = signUpOfToken(token);
  if (!id) return undefined;
  const [row] = await db()
    .select()
    .from(signUps)
    .where(and(eq(signUps.id, id), eq(signUps.kind, kind), gt(signUps.expiresAt, realNow)));
  return row;
}

export type AskedAccount = Omit<User, "id"> & { passwordHash: string; marketplaceName: string | null };

type Confirmed = {
  user: User;
  /** The authorization request to go on with; empty: none. */
  query: string;
  /** Whether this is the browser in which it was asked for: only there can the request go on. */
  sameBrowser: boolean;
};

/** The token alone would let somebody sign up with another's address and have its owner open the account. */
export async function confirmSignUp(call: {
  kind: UserKind;
  input: ConfirmInput;
  /** Stores the account, in the transaction that uses the sign-up. */
  open: (account: AskedAccount, realNow: RealTime) => Promise<User>;
  device: string | null;
  realNow: RealTime;
}): Promise<Confirmed> {
  const { kind, input, open, device, realNow } = call;
  const asked = await findSignUp(kind, input.token, realNow);
  if (!asked) throw notValid();
  const { id, email, name, marketplaceName, passwordHash, query } = asked;
  const guessed = { account: `sign-up:${id}` };
  await takeAttempt(guessed, realNow);
  const matches = await verifyPassword(passwordHash, input.password).catch(async (error: unknown) => {
    await uncountAttempt(guessed);
    throw error;
  });
  if (!matches) {
    throw invalidField("password", "Not the password you chose when you signed up");
  }
  await resetFailures(guessed);
  const user = await transaction(async () => {
    const [used] = await db().delete(signUps).where(eq(signUps.id, id)).returning({ id: signUps.id });
    if (!used) throw notValid();
    await db()
      .delete(signUps)
      .where(and(eq(signUps.email, email), eq(signUps.kind, kind)));
    return open({ kind, name, email, passwordHash, marketplaceName }, realNow);
  });
  return { user, query, sameBrowser: device !== null && browserDigest(device) === asked.device };
}

function notValid(): CodedError {
  return new CodedError("LINK_NOT_VALID", "This link has been used or has expired. Sign in, or sign up again.");
}
