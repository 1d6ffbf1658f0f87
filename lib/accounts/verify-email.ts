import type { RealTime } from "@/lib/time";
import { confirmMerchant } from "@/lib/users/confirm-merchant";
import { type From, rememberPlace } from "@/lib/users/places";
import type { ConfirmInput } from "@/lib/users/schema";
import { openSession } from "./open-session";
import type { SessionTokens } from "./schema";

/**
 * Makes the account that a mail's link is about, for whoever has typed its password again, and signs in to it.
 * @throws CodedError as `confirmMerchant`
 */
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
