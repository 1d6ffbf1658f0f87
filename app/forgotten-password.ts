import type { Refusal } from "@/lib/edge/http/actions/run-action";
import { validate } from "@/lib/edge/http/body";
import { fromOf } from "@/lib/edge/http/login-limit";
import { askPasswordReset } from "@/lib/parties/people/password/ask-password-reset";
import { findReset, resetPassword } from "@/lib/parties/people/password/reset-password";
import { addressInput, resetPasswordInput } from "@/lib/parties/people/schema";
import type { UserKind } from "@/lib/terms/users/constants";
import { openMailed, runForAnyone } from "./anyone";

type Kind = UserKind;

/** Has a mail sent to whoever has forgotten the password: null, whether or not the address has an account. */
export async function askResetOf(kind: Exclude<Kind, "operator">, typed: unknown): Promise<Refusal | null> {
  return runForAnyone(async (asked, realNow) => {
    const input = validate(addressInput, typed, "form");
    await askPasswordReset({ kind, input, from: fromOf(asked), realNow });
    return null;
  });
}

/** Whose password the token of a mail replaces; null once it works no longer. */
export async function openResetOf(kind: Kind, typed: unknown): Promise<{ about: { email: string } | null } | Refusal> {
  return openMailed(typed, async (token, realNow) => {
    const user = await findReset(kind, token, realNow);
    return user && { email: user.email };
  });
}

export async function choosePasswordOf(kind: Kind, typed: unknown): Promise<Refusal | null> {
  return runForAnyone(async (_, realNow) => {
    await resetPassword({ kind, input: validate(resetPasswordInput, typed, "form"), realNow });
    return null;
  });
}
