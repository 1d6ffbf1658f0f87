"use client";

import type { Refusal } from "@/components/forms/outcome";
import { PasswordField } from "@/components/forms/password-field";
import { SchemaForm } from "@/components/forms/schema-form";
import { type ConfirmInput, confirmInput } from "@/lib/users/schema";
import { enter } from "./enter";

/** Confirms a registration, signs in and goes on to the first steps. */
export function ConfirmForm(props: {
  token: string;
  confirm: (input: ConfirmInput) => Promise<{ email: string } | Refusal>;
}) {
  const { token, confirm } = props;
  return (
    <SchemaForm
      schema={confirmInput}
      values={{ token, password: "" }}
      send={(input) => enter(() => confirm(input), input.password, "/dashboard/test/getting-started")}
      button="Confirm and sign in"
    >
      {(form) => <PasswordField form={form} name="password" label="Password" autoComplete="current-password" />}
    </SchemaForm>
  );
}
