"use client";

import { TextField } from "@/components/forms/fields";
import type { Refusal } from "@/components/forms/outcome";
import { MailedForm } from "@/components/forms/sign-in/mailed-form";
import { NewPasswordField } from "@/components/forms/sign-in/new-password-field";
import { type RegisterInput, registerInput } from "@/lib/parties/people/schema";

export function RegisterForm(props: {
  register: (values: RegisterInput) => Promise<Refusal | null>;
  mailbox: boolean;
}) {
  return (
    <MailedForm
      schema={registerInput}
      ask={props.register}
      button="Register"
      next="Open the link in it, and type your password again. The link works for 24 hours."
      mailbox={props.mailbox}
    >
      {(form) => (
        <>
          <TextField form={form} name="marketplaceName" label="Marketplace" autoComplete="organization" />
          <TextField form={form} name="name" label="Your name" autoComplete="name" />
          <TextField form={form} name="email" label="E-mail address" type="email" literal autoComplete="username" />
          <NewPasswordField form={form} name="password" label="Password" />
        </>
      )}
    </MailedForm>
  );
}
