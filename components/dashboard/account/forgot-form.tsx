"use client";

import { useState } from "react";
import { TextField } from "@/components/forms/fields";
import { MailSent } from "@/components/forms/mail-sent";
import type { Outcome, Refusal } from "@/components/forms/outcome";
import { SchemaForm } from "@/components/forms/schema-form";
import { type AddressInput, addressInput } from "@/lib/users/schema";

/** Asks for a mail with which another password is chosen. */
export function ForgotForm(props: {
  ask: (values: AddressInput) => Promise<Refusal | null>;
  /** Whether mail is kept in the sandbox's mailbox. */
  mailbox: boolean;
}) {
  const { ask, mailbox } = props;
  const [asked, setAsked] = useState<AddressInput | null>(null);
  async function send(values: AddressInput): Promise<Outcome> {
    const refusal = await ask(values);
    if (refusal) return refusal;
    setAsked(values);
    return { done: true };
  }
  if (asked) {
    return (
      <MailSent email={asked.email} again={() => send(asked)} mailbox={mailbox}>
        Open the link in it within an hour.
      </MailSent>
    );
  }
  return (
    <SchemaForm schema={addressInput} send={send} button="Send me a link">
      {(form) => (
        <TextField form={form} name="email" label="E-mail address" type="email" literal autoComplete="username" />
      )}
    </SchemaForm>
  );
}
