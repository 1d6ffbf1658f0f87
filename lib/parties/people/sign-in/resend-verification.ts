import { and, desc, eq, gt } from "drizzle-orm";
import { db, transaction } from "@/db/client";
import { signUps } from "@/db/schema/users";
import { keyedDigest } from "@/lib/kernel/crypto";
import type { RealTime } from "@/lib/kernel/time";
import { allowMail } from "@/lib/parties/people/password/allow-mail";
import { findSignIn } from "@/lib/parties/people/queries";
import type { AddressInput } from "@/lib/parties/people/schema";
import { queueAccountMail } from "@/lib/platform/messages/mails/queue-account-mail";
import type { From } from "./places";

const userKind = "merchant";

/** Any address is written to: whoever asks learns nothing, not even by the time it takes. */
export async function resendVerification(call: { input: AddressInput; from: From; realNow: RealTime }): Promise<void> {
  const { input, from, realNow } = call;
  const recipient = input.email.toLowerCase();
  const askedFrom = keyedDigest("sign-up-network", from.network);
  await transaction(async () => {
    const known = await findSignIn(userKind, recipient);
    const ofAddress = and(eq(signUps.email, recipient), eq(signUps.kind, userKind), gt(signUps.expiresAt, realNow));
    const [asked] = await db()
      .select({ id: signUps.id })
      .from(signUps)
      .where(ofAddress)
      .orderBy(desc(signUps.id))
      .limit(1);
    if (!(await allowMail(recipient, askedFrom, realNow))) return;
    const confirm = asked && ({ kind: "CONFIRM_ADDRESS", signUpId: asked.id, userKind } as const);
    const mail = known ? ({ kind: "ACCOUNT_EXISTS", userKind } as const) : confirm;
    await queueAccountMail({ recipient, mail: mail ?? { kind: "NO_ACCOUNT", userKind }, askedFrom, realNow });
  });
}
