"use client";

import type { ReactNode } from "react";
import type { Outcome, Refusal } from "@/components/forms/outcome";
import { PasswordField } from "@/components/forms/password-field";
import { SchemaForm } from "@/components/forms/schema-form";
import { signIn } from "@/components/forms/session";
import { MailedPage, type OpenMailed } from "@/components/forms/sign-in/mailed-page";
import { Frame } from "@/components/ui/frame";
import { type ConfirmInput, confirmInput } from "@/lib/parties/people/schema";

type Confirmed = { email: string; next: string | null } | Refusal;

/** In another browser than the one the sign-up began in, it only says so. */
export function ConfirmPage(props: {
  open: OpenMailed<{ email: string }>;
  gone: ReactNode;
  confirm: (input: ConfirmInput) => Promise<Confirmed>;
}) {
  const { open, gone, confirm } = props;
  async function send(input: ConfirmInput): Promise<Outcome> {
    const confirmed = await confirm(input);
    if ("refused" in confirmed) return confirmed;
    const { email, next } = confirmed;
    if (next === null) return { address: "/account/verify?confirmed" };
    // The account exists now: where signing in fails, the sign-in page says why.
    const outcome = await signIn("merchant", { email, password: input.password }, next).catch(() => null);
    return outcome && "address" in outcome ? outcome : { address: next };
  }
  return (
    <MailedPage title="Confirm your address" open={open} gone={gone}>
      {({ email }, token) => (
        <Frame title="Confirm your address" test={false}>
          <p>
            Someone asked to create an account with <strong>{email}</strong>. If it was you, enter the password you
            chose. If not, close this page.
          </p>
          <SchemaForm schema={confirmInput} values={{ token, password: "" }} send={send} button="Confirm and sign in">
            {(form) => <PasswordField form={form} name="password" label="Password" autoComplete="current-password" />}
          </SchemaForm>
        </Frame>
      )}
    </MailedPage>
  );
}
