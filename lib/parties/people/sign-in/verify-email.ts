import type { RealTime } from "@/lib/kernel/time";
import type { SessionTokens } from "@/lib/parties/people/account-schema";
import { confirmMerchant } from "@/lib/parties/people/confirm-merchant";
import type { ConfirmInput } from "@/lib/parties/people/schema";
import { openSession } from "@/lib/parties/people/sessions/open-session";
import { type From, rememberPlace } from "./places";

export async function verifyEmail(call: {
  input: ConfirmInput;
  from: From;
  realNow: RealTime;
}): Promise<SessionTokens> {
  const { input, from, realNow } = call;
  const { user } = await confirmMerchant({ input, device: from.device, realNow });
  // The first place of the account: a later sign-in from elsewhere is told to its owner.
  await rememberPlace(user.id, from, realNow);
  return openSession({ user: { id: user.id, sessionEpoch: 0 }, from, realNow });
}
verifyEmail.errors = ["LINK_NOT_VALID", "EMAIL_TAKEN", "SERVICE_UNAVAILABLE"] as const;
