"use client";

import type { Outcome, Refusal } from "@/components/forms/outcome";
import { PasswordField } from "@/components/forms/password-field";
import { SchemaForm } from "@/components/forms/schema-form";
import { signIn } from "@/components/forms/session";
import { passwordLength } from "@/lib/users/constants";
import { type ChangePasswordInput, changePasswordInput } from "@/lib/users/schema";

/** Changes the password, and signs in with it: the session that asked has ended too. */
export function PasswordForm(props: { change: (input: ChangePasswordInput) => Promise<{ email: string } | Refusal> }) {
  const { change } = props;
  async function send(input: ChangePasswordInput): Promise<Outcome> {
    const changed = await change(input);
    if ("refused" in changed) return changed;
    const values = { email: changed.email, password: input.newPassword };
    await signIn("merchant", values, "").catch(() => null);
    return { address: "/oauth/password?changed" };
  }
  return (
    <SchemaForm schema={changePasswordInput} send={send} button="Change password">
      {(form) => (
        <>
          <PasswordField form={form} name="password" label="Present password" autoComplete="current-password" />
          <PasswordField
            form={form}
            name="newPassword"
            label="New password"
            hint={`At least ${passwordLength.min} characters`}
            autoComplete="new-password"
          />
        </>
      )}
    </SchemaForm>
  );
}
