import { CodedError } from "@/lib/kernel/errors";
import type { RealTime } from "@/lib/kernel/time";
import { findSignedIn, type SignedIn } from "@/lib/parties/people/queries";
import type { ResetPasswordInput } from "@/lib/parties/people/schema";
import { resetOfToken } from "@/lib/platform/messages/mails/account-links";
import type { UserKind } from "@/lib/terms/users/constants";
import { refuseCommonPassword } from "./common-password";
import { savePassword } from "./save-password";

/** Undefined once it has expired, was used, was made before the sessions last ended, or was none of ours. */
export async function findReset(kind: UserKind, token: string, realNow: RealTime): Promise<SignedIn | undefined> {
  const asked = resetOfToken(token, realNow);
  const user = asked ? await findSignedIn(asked.userId) : undefined;
  return user?.kind === kind && user.sessionEpoch === asked?.epoch ? user : undefined;
}

export async function resetPassword(call: {
  kind: UserKind;
  input: ResetPasswordInput;
  realNow: RealTime;
}): Promise<void> {
  const { kind, input, realNow } = call;
  const { token, newPassword } = input;
  const user = await findReset(kind, token, realNow);
  if (!user) throw notValid();
  await refuseCommonPassword(newPassword, [user.email, user.name], "newPassword");
  const epoch = await savePassword({ user, newPassword, action: "user.reset-password", realNow });
  if (epoch === null) throw notValid();
}

function notValid(): CodedError {
  return new CodedError("LINK_NOT_VALID", "This link has been used or has expired. Ask for another.");
}
