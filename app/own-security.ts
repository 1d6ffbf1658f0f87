import { headers } from "next/headers";
import { keepSession } from "@/lib/edge/http/keep-session";
import { fromOf } from "@/lib/edge/http/login-limit";
import type { RealTime } from "@/lib/kernel/time";
import { changePassword } from "@/lib/parties/people/password/change-password";
import type { ChangePasswordInput, CodeInput, Proof } from "@/lib/parties/people/schema";
import { beginSecondFactor } from "@/lib/parties/people/second-factor/begin-second-factor";
import { confirmSecondFactor } from "@/lib/parties/people/second-factor/confirm-second-factor";
import { qrCode } from "@/lib/parties/people/second-factor/qr-code";
import { removeSecondFactor } from "@/lib/parties/people/second-factor/remove-second-factor";
import { renewRecoveryCodes } from "@/lib/parties/people/second-factor/renew-recovery-codes";
import type { UserKind } from "@/lib/terms/users/constants";

/** Whoever is signed in asks, in a server action, for something about how they sign in. */
export type Asking<Input> = { id: string; kind: UserKind; input: Input; realNow: RealTime };

/** Changes the password; all other sessions end. */
export async function changeOwnPassword(asking: Asking<ChangePasswordInput>): Promise<void> {
  await kept(asking, await changePassword(await fromHere(asking)));
}

/** Begins to set a second factor up: its secret, and the QR code that apps read it from. */
export async function beginOwnSecondFactor(asking: Asking<Proof>) {
  const { secret, uri } = await beginSecondFactor(await fromHere(asking));
  return { secret, uri, qr: qrCode(uri) };
}

/** Turns it on by a code of the app; all other sessions end. Answers recovery codes, shown only now. */
export async function confirmOwnSecondFactor(asking: Asking<CodeInput>) {
  const confirmed = await confirmSecondFactor({ userId: asking.id, ...asking });
  await kept(asking, confirmed);
  return { recoveryCodes: confirmed.recoveryCodes };
}

/** Answers ten new recovery codes; the earlier ones end. */
export async function renewOwnRecoveryCodes(asking: Asking<Proof>) {
  return renewRecoveryCodes(await fromHere(asking));
}

/** Turns the second factor off; all other sessions end. */
export async function removeOwnSecondFactor(asking: Asking<Proof>): Promise<void> {
  await kept(asking, await removeSecondFactor(await fromHere(asking)));
}

async function fromHere<Input>({ id: userId, input, realNow }: Asking<Input>) {
  return { userId, input, from: fromOf(await headers()), realNow };
}

/** Only this browser stays signed in. */
function kept({ id, kind }: Asking<unknown>, { sessionEpoch }: { sessionEpoch: number }): Promise<void> {
  return keepSession({ id, kind, sessionEpoch });
}
