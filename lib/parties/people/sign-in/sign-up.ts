import { db, transaction } from "@/db/client";
import { signUps } from "@/db/schema/users";
import { day, later } from "@/lib/kernel/calendar";
import { keyedDigest } from "@/lib/kernel/crypto";
import { newId } from "@/lib/kernel/ids";
import type { RealTime } from "@/lib/kernel/time";
import { allowMail } from "@/lib/parties/people/password/allow-mail";
import { refuseCommonPassword } from "@/lib/parties/people/password/common-password";
import { hashPassword } from "@/lib/parties/people/password/password";
import { findSignIn } from "@/lib/parties/people/queries";
import { queueAccountMail } from "@/lib/platform/messages/mails/queue-account-mail";
import type { From } from "./places";

const signUpLifetime = day;

type Asked = { name: string; email: string; password: string } & (
  | { kind: "merchant" }
  | { kind: "marketplace"; marketplaceName: string }
);

type SignUp = {
  asked: Asked;
  query: string;
  from: From & { device: string };
  realNow: RealTime;
};

/** Who has an account is told so by mail: whoever asks learns nothing, not even by the time it takes. */
export async function signUp({ asked, query, from, realNow }: SignUp): Promise<void> {
  const { kind, name, password } = asked;
  const marketplaceName = asked.kind === "marketplace" ? asked.marketplaceName : null;
  const email = asked.email.toLowerCase();
  await refuseCommonPassword(password, [email, name, marketplaceName ?? ""]);
  const passwordHash = await hashPassword(password);
  const askedFrom = keyedDigest("sign-up-network", from.network);
  await transaction(async () => {
    const known = await findSignIn(kind, email);
    if (!(await allowMail(email, askedFrom, realNow))) return;
    if (known) {
      const mail = { kind: "ACCOUNT_EXISTS", userKind: kind } as const;
      await queueAccountMail({ recipient: email, mail, askedFrom, realNow });
      return;
    }
    const id = newId("signUp");
    const more = { query, device: browserDigest(from.device), expiresAt: later(realNow, signUpLifetime) };
    await db()
      .insert(signUps)
      .values({ id, kind, email, name, marketplaceName, passwordHash, ...more });
    const mail = { kind: "CONFIRM_ADDRESS", signUpId: id, userKind: kind } as const;
    await queueAccountMail({ recipient: email, mail, askedFrom, realNow });
  });
}
signUp.errors = ["SERVICE_UNAVAILABLE"] as const;

export function browserDigest(device: string): string {
  return keyedDigest("sign-up-browser", device);
}
