"use client";

import { useState } from "react";
import { TextField } from "@/components/forms/fields";
import { MailSent } from "@/components/forms/mail-sent";
import type { Outcome, Refusal } from "@/components/forms/outcome";
import { PasswordField } from "@/components/forms/password-field";
import { SchemaForm } from "@/components/forms/schema-form";
import { type SignUpInput, signUpInput } from "@/lib/parties/people/schema";
import { passwordLength } from "@/lib/terms/users/constants";

/** Asks for an account, then for a look at the mail. `query`: the authorization request to go on with. */
export function SignUpForm(props: {
  signUp: (values: SignUpInput, query: string) => Promise<Refusal | null>;
  query: string;
  mailbox: boolean;
}) {
  const { signUp, query, mailbox } = props;
  const [asked, setAsked] = useState<SignUpInput | null>(null);
  async function send(values: SignUpInput): Promise<Outcome> {
    const refusal = await signUp(values, query);
    if (refusal) return refusal;
    setAsked(values);
    return { done: true };
  }
  if (asked) {
    return (
      <MailSent email={asked.email} again={() => send(asked)} mailbox={mailbox}>
        Open the link in this browser and enter your password again. The link works for 24 hours.
      </MailSent>
    );
  }
  return (
    <SchemaForm schema={signUpInput} send={send} button="Create account">
      {(form) => (
        <>
          <TextField form={form} name="businessName" label="Business name" autoComplete="organization" />
          <TextField form={form} name="email" label="E-mail address" type="email" literal autoComplete="email" />
          <PasswordField
            form={form}
            name="password"
            label="Password"
            hint={`At least ${passwordLength.min} characters`}
            autoComplete="new-password"
          />
        </>
      )}
    </SchemaForm>
  );
}
