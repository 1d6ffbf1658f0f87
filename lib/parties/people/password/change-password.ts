import { invalidField } from "@/lib/kernel/errors";
import type { RealTime } from "@/lib/kernel/time";
import { findUser } from "@/lib/parties/people/queries";
import type { ChangePasswordInput } from "@/lib/parties/people/schema";
import { signedOut } from "@/lib/parties/people/sessions/signed-out";
import type { From } from "@/lib/parties/people/sign-in/places";
import { refuseCommonPassword } from "./common-password";
import { proveOwner } from "./prove-owner";
import { savePassword } from "./save-password";

/** All sessions end, also the one that asks, and the owner is written to. Returns the epoch of later sessions. */
export async function changePassword(call: {
  userId: string;
  input: ChangePasswordInput;
  from: From;
  realNow: RealTime;
}): Promise<{ sessionEpoch: number }> {
  const { userId, input, realNow } = call;
  const { password, newPassword } = input;
  // Before the code is spent: a password that has to be typed again would take another.
  if (newPassword === password) throw invalidField("newPassword", "Must differ from the present one");
  const known = await findUser(userId);
  if (!known) throw signedOut();
  await refuseCommonPassword(newPassword, [known.email, known.name], "newPassword");
  const user = await proveOwner(call);
  const sessionEpoch = await savePassword({ user, newPassword, action: "user.change-password", realNow });
  if (sessionEpoch === null) throw signedOut();
  return { sessionEpoch };
}
