"use client";

import type { Refusal } from "@/components/forms/outcome";
import { PasswordField } from "@/components/forms/password-field";
import { SchemaForm } from "@/components/forms/schema-form";
import { MailedPage, type OpenMailed } from "@/components/forms/sign-in/mailed-page";
import { Frame } from "@/components/ui/frame";
import { TextLink } from "@/components/ui/page";
import { type ConfirmInput, confirmInput } from "@/lib/parties/people/schema";
import { enter } from "./enter";

export function ConfirmPage(props: {
  open: OpenMailed<{ marketplaceName: string; email: string }>;
  confirm: (input: ConfirmInput) => Promise<{ email: string } | Refusal>;
}) {
  const { open, confirm } = props;
  const gone = (
    <Frame title="This link does not work" test={false}>
      <p>It was already used or has expired. Your marketplace may be registered: try signing in.</p>
      <p>
        <TextLink href="/dashboard/login">Sign in</TextLink> or{" "}
        <TextLink href="/dashboard/register">register your marketplace</TextLink>
      </p>
    </Frame>
  );
  return (
    <MailedPage title="Confirm your address" open={open} gone={gone}>
      {({ marketplaceName, email }, token) => (
        <Frame title="Confirm your address" test={false}>
          <p>
            Someone registered <strong>{marketplaceName}</strong> with <strong>{email}</strong>. If it was you, enter
            the password you chose. If not, close this page.
          </p>
          <SchemaForm
            schema={confirmInput}
            values={{ token, password: "" }}
            send={(input) => enter(() => confirm(input), input.password, "/dashboard/test/getting-started")}
            button="Confirm and sign in"
          >
            {(form) => <PasswordField form={form} name="password" label="Password" autoComplete="current-password" />}
          </SchemaForm>
        </Frame>
      )}
    </MailedPage>
  );
}
