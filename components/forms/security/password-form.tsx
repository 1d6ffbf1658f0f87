"use client";

import { useClosing } from "@/components/forms/lazy-dialog";
import type { Refusal } from "@/components/forms/outcome";
import { PasswordField } from "@/components/forms/password-field";
import { SchemaForm } from "@/components/forms/schema-form";
import { NewPasswordField } from "@/components/forms/sign-in/new-password-field";
import { useDone } from "@/components/forms/use-done";
import { type ChangePasswordInput, changePasswordInput } from "@/lib/parties/people/schema";
import { CodeField } from "./code-field";

export type Changing = {
  /** There is a second factor, whose code is asked for. */
  code: boolean;
  change: (typed: ChangePasswordInput) => Promise<unknown | Refusal>;
};

export default function PasswordForm({ code, change }: Changing) {
  const done = useDone();
  const closing = useClosing();
  const send = async (typed: ChangePasswordInput) => done(await change(typed), "Your password has been changed.");
  return (
    <SchemaForm
      schema={changePasswordInput}
      values={{ password: "", newPassword: "" }}
      send={(typed) => closing(send(typed))}
      button="Change password"
    >
      {(form) => (
        <>
          <PasswordField form={form} name="password" label="Present password" autoComplete="current-password" />
          <NewPasswordField form={form} name="newPassword" label="New password" />
          {code && <CodeField form={form} name="code" />}
        </>
      )}
    </SchemaForm>
  );
}
