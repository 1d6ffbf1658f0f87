"use client";

import { TextField } from "@/components/forms/fields";
import type { Refusal } from "@/components/forms/outcome";
import { type AddressInput, addressInput } from "@/lib/parties/people/schema";
import { MailedForm } from "./mailed-form";

export function ForgotForm(props: { ask: (values: AddressInput) => Promise<Refusal | null>; mailbox: boolean }) {
  return (
    <MailedForm {...props} schema={addressInput} button="Send me a link" next="Open the link within one hour.">
      {(form) => (
        <TextField form={form} name="email" label="E-mail address" type="email" literal autoComplete="username" />
      )}
    </MailedForm>
  );
}
