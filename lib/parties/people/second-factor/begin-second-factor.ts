import { db } from "@/db/client";
import { secondFactors } from "@/db/schema/users";
import { encrypt } from "@/lib/kernel/crypto";
import type { RealTime } from "@/lib/kernel/time";
import { proveOwner } from "@/lib/parties/people/password/prove-owner";
import type { Proof } from "@/lib/parties/people/schema";
import type { From } from "@/lib/parties/people/sign-in/places";
import { authenticatorUri, newAuthenticatorSecret } from "./authenticator";
import { secondFactorPurpose } from "./second-factor";

/** Nothing changes before `confirmSecondFactor`: who has only found a session open cannot lock its owner out. */
export async function beginSecondFactor(call: { userId: string; input: Proof; from: From; realNow: RealTime }) {
  const { email } = await proveOwner(call);
  const secret = newAuthenticatorSecret();
  const pendingSecret = encrypt(secondFactorPurpose, secret);
  await db()
    .insert(secondFactors)
    .values({ userId: call.userId, pendingSecret })
    .onConflictDoUpdate({ target: secondFactors.userId, set: { pendingSecret } });
  return { secret, uri: authenticatorUri(secret, email) };
}
