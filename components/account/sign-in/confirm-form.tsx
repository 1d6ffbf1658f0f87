"use client";

import type { Outcome, Refusal } from "@/components/forms/outcome";
import { PasswordField } from "@/components/forms/password-field";
import { SchemaForm } from "@/components/forms/schema-form";
import { signIn } from "@/components/forms/session";
import { type ConfirmInput, confirmInput } from "@/lib/users/schema";

type Confirmed = { email: string; next: string | null } | Refusal;

/** Confirms a sign-up, signs in and goes on; in another browser than the one it began in, it only says so. */
export function ConfirmForm(props: { token: string; confirm: (input: ConfirmInput) => Promise<Confirmed> }) {
  const { token, confirm } = props;
  async function send(input: ConfirmInput): Promise<Outcome> {
    const confirmed = await confirm({ ...input, token });
    if ("refused" in confirmed) return confirmed;
    const { email, next } = confirmed;
    if (next === null) return { address: "/account/verify?confirmed" };
    // The account exists now: where signing in fails, the sign-in page says why.
    const outcome = await signIn("merchant", { email, password: input.password }, next).catch(() => null);
    return outcome && "address" in outcome ? outcome : { address: next };
  }
  return (
    <SchemaForm schema={confirmInput} values={{ token, password: "" }} send={send} button="Confirm and sign in">
      {(form) => <PasswordField form={form} name="password" label="Password" autoComplete="current-password" />}
    </SchemaForm>
  );
}
