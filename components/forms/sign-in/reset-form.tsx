"use client";

import type { Refusal } from "@/components/forms/outcome";
import { SchemaForm } from "@/components/forms/schema-form";
import { type ResetPasswordInput, resetPasswordInput } from "@/lib/parties/people/schema";
import { NewPasswordField } from "./new-password-field";

type Props = {
  token: string;
  choose: (input: ResetPasswordInput) => Promise<Refusal | null>;
  /** Where it leads then: to sign-in, which asks for a second factor where there is one. */
  next: string;
};

export function ResetForm({ token, choose, next }: Props) {
  return (
    <SchemaForm
      schema={resetPasswordInput}
      values={{ token, newPassword: "" }}
      send={async (input) => (await choose(input)) ?? { address: next }}
      button="Change password"
    >
      {(form) => <NewPasswordField form={form} name="newPassword" label="New password" />}
    </SchemaForm>
  );
}
