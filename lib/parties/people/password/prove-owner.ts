import { invalidField } from "@/lib/kernel/errors";
import type { RealTime } from "@/lib/kernel/time";
import { findUser, type SignedIn } from "@/lib/parties/people/queries";
import type { Proof } from "@/lib/parties/people/schema";
import { passSecondFactor } from "@/lib/parties/people/second-factor/second-factor";
import { signedOut } from "@/lib/parties/people/sessions/signed-out";
import type { From } from "@/lib/parties/people/sign-in/places";
import { guardedCheck } from "@/lib/parties/people/sign-in/sign-in";

/** Before something that could take the account from its owner. */
export async function proveOwner(call: {
  userId: string;
  input: Proof;
  from: From;
  realNow: RealTime;
}): Promise<SignedIn> {
  const { userId, input, from, realNow } = call;
  const { password, code } = input;
  const user = await findUser(userId);
  if (!user) throw signedOut();
  const { kind, email } = user;
  const owner = await guardedCheck({ kind, input: { email, password }, from, realNow });
  if (!owner) throw invalidField("password", "Not your present password");
  await passSecondFactor({ user: owner, code, from, realNow });
  return owner;
}
