import { invalidField } from "@/lib/errors";
import type { RealTime } from "@/lib/time";
import type { From } from "./places";
import { findUser, type SignedIn } from "./queries";
import type { Proof } from "./schema";
import { passSecondFactor } from "./second-factor";
import { guardedCheck } from "./sign-in";
import { signedOut } from "./signed-out";

/**
 * Asks whoever is signed in for the password, and for a code where there is a second factor, before something that could
 * take the account from its owner.
 * @throws CodedError VALIDATION_FAILED for a wrong password, SECOND_FACTOR_REQUIRED, RATE_LIMITED, UNAUTHENTICATED when the
 *   user is gone, SERVICE_UNAVAILABLE
 */
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
