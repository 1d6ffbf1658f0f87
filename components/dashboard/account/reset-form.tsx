"use client";

import type { Refusal } from "@/components/forms/outcome";
import { SchemaForm } from "@/components/forms/schema-form";
import { type ResetPasswordInput, resetPasswordInput } from "@/lib/users/schema";
import { NewPasswordField } from "./new-password-field";

/** Chooses another password by a mail's link, and leads to sign-in, which asks for a second factor where there is one. */
export function ResetForm(props: { token: string; choose: (input: ResetPasswordInput) => Promise<Refusal | null> }) {
  const { token, choose } = props;
  return (
    <SchemaForm
      schema={resetPasswordInput}
      values={{ token, newPassword: "" }}
      send={async (input) => (await choose(input)) ?? { address: "/dashboard/login?reset" }}
      button="Change password"
    >
      {(form) => <NewPasswordField form={form} name="newPassword" label="New password" />}
    </SchemaForm>
  );
}
