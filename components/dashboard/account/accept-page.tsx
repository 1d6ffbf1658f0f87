"use client";

import { TextField } from "@/components/forms/fields";
import type { Refusal } from "@/components/forms/outcome";
import { SchemaForm } from "@/components/forms/schema-form";
import { MailedPage, type OpenMailed } from "@/components/forms/sign-in/mailed-page";
import { NewPasswordField } from "@/components/forms/sign-in/new-password-field";
import { Frame } from "@/components/ui/frame";
import { TextLink } from "@/components/ui/page";
import { type AcceptInput, acceptInput } from "@/lib/parties/team/schema";
import { enter } from "./enter";

export function AcceptPage(props: {
  open: OpenMailed<{ marketplaceName: string; email: string; role: string }>;
  accept: (input: AcceptInput) => Promise<{ email: string } | Refusal>;
}) {
  const { open, accept } = props;
  const gone = (
    <Frame title="This invitation does not work" test={false}>
      <p>It has been used or withdrawn, or has expired. Ask whoever invited you for another.</p>
      <p>
        Accepted it already? <TextLink href="/dashboard/login">Sign in</TextLink>
      </p>
    </Frame>
  );
  return (
    <MailedPage title="Join a team" open={open} gone={gone}>
      {({ marketplaceName, email, role }, token) => (
        <Frame title={`Join ${marketplaceName}`} test={false}>
          <p>
            You are invited as <strong>{role}</strong>, and will sign in with <strong>{email}</strong>. Choose a name
            for the others to see, and a password.
          </p>
          <SchemaForm
            schema={acceptInput}
            values={{ token, name: "", password: "" }}
            send={(input) => enter(() => accept(input), input.password, "/dashboard/test")}
            button="Join the team"
          >
            {(form) => (
              <>
                <TextField form={form} name="name" label="Your name" autoComplete="name" />
                <NewPasswordField form={form} name="password" label="Password" />
              </>
            )}
          </SchemaForm>
        </Frame>
      )}
    </MailedPage>
  );
}
