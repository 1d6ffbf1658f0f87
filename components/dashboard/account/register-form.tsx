"use client";

import { useState } from "react";
import { TextField } from "@/components/forms/fields";
import { MailSent } from "@/components/forms/mail-sent";
import type { Outcome, Refusal } from "@/components/forms/outcome";
import { SchemaForm } from "@/components/forms/schema-form";
import { type RegisterInput, registerInput } from "@/lib/users/schema";
import { NewPasswordField } from "./new-password-field";

/** Registers a marketplace, then asks for a look at the mail. */
export function RegisterForm(props: {
  register: (values: RegisterInput) => Promise<Refusal | null>;
  /** Whether mail is kept in the sandbox's mailbox. */
  mailbox: boolean;
}) {
  const { register, mailbox } = props;
  const [asked, setAsked] = useState<RegisterInput | null>(null);
  async function send(values: RegisterInput): Promise<Outcome> {
    const refusal = await register(values);
    if (refusal) return refusal;
    setAsked(values);
    return { done: true };
  }
  if (asked) {
    return (
      <MailSent email={asked.email} again={() => send(asked)} mailbox={mailbox}>
        Open the link in it, and type your password again. The link works for 24 hours.
      </MailSent>
    );
  }
  return (
    <SchemaForm schema={registerInput} send={send} button="Register">
      {(form) => (
        <>
          <TextField form={form} name="marketplaceName" label="Marketplace" autoComplete="organization" />
          <TextField form={form} name="name" label="Your name" autoComplete="name" />
          <TextField form={form} name="email" label="E-mail address" type="email" literal autoComplete="username" />
          <NewPasswordField form={form} name="password" label="Password" />
        </>
      )}
    </SchemaForm>
  );
}
