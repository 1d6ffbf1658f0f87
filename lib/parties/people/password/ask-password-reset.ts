import { transaction } from "@/db/client";
import { keyedDigest } from "@/lib/kernel/crypto";
import type { RealTime } from "@/lib/kernel/time";
import { findSignIn } from "@/lib/parties/people/queries";
import type { AddressInput } from "@/lib/parties/people/schema";
import type { From } from "@/lib/parties/people/sign-in/places";
import { queueAccountMail } from "@/lib/platform/messages/mails/queue-account-mail";
import type { UserKind } from "@/lib/terms/users/constants";
import { allowMail } from "./allow-mail";

type Forgetful = Exclude<UserKind, "operator">;

/** An address without an account is written to as well: whoever asks learns nothing. */
export async function askPasswordReset(call: {
  kind: Forgetful;
  input: AddressInput;
  from: From;
  realNow: RealTime;
}): Promise<void> {
  const { kind: userKind, input, from, realNow } = call;
  const recipient = input.email.toLowerCase();
  const askedFrom = keyedDigest("sign-up-network", from.network);
  await transaction(async () => {
    const known = await findSignIn(userKind, recipient);
    if (!(await allowMail(recipient, askedFrom, realNow))) return;
    const facts = known && { userId: known.user.id, epoch: `${known.user.sessionEpoch}`, userKind };
    const mail = facts ? ({ kind: "PASSWORD_RESET", ...facts } as const) : ({ kind: "NO_ACCOUNT", userKind } as const);
    await queueAccountMail({ recipient, mail, askedFrom, realNow });
  });
}
