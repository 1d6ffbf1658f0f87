import { invalidField } from "@/lib/errors";
import type { RealTime } from "@/lib/time";
import type { From } from "./places";
import { findUser } from "./queries";
import { savePassword } from "./save-password";
import type { ChangePasswordInput } from "./schema";
import { guardedCheck } from "./sign-in";
import { signedOut } from "./signed-out";

/**
 * Gives a user another password. All sessions end, also the one that asks, and the owner is written to.
 * @returns the epoch of sessions from now on.
 * @throws CodedError VALIDATION_FAILED for a wrong present password or a new one that is easily guessed, RATE_LIMITED,
 *   UNAUTHENTICATED when the user is gone or its sessions ended meanwhile, SERVICE_UNAVAILABLE
 */
export async function changePassword(call: {
  userId: string;
  input: ChangePasswordInput;
  from: From;
  realNow: RealTime;
}): Promise<{ sessionEpoch: number }> {
  const { userId, input, from, realNow } = call;
  const { password, newPassword } = input;
  const known = await findUser(userId);
  if (!known) throw signedOut();
  const { kind, email } = known;
  const user = await guardedCheck({ kind, input: { email, password }, from, realNow });
  if (!user) throw invalidField("password", "Not your present password");
  if (newPassword === password) throw invalidField("newPassword", "Must differ from the present one");
  const sessionEpoch = await savePassword({ user, newPassword, action: "user.change-password", realNow });
  if (sessionEpoch === null) throw signedOut();
  return { sessionEpoch };
}
