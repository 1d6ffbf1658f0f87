"use client";

import { ChangeForm } from "@/components/forms/change-form";
import { PasswordField } from "@/components/forms/password-field";
import { NewPasswordField } from "@/components/forms/sign-in/new-password-field";
import { type ChangePasswordInput, changePasswordInput } from "@/lib/parties/people/schema";
import { CodeField } from "./code-field";

type Props = {
  /** There is a second factor, whose code is asked for. */
  code: boolean;
  change: (typed: ChangePasswordInput) => Promise<unknown>;
};

export default function PasswordForm({ code, change }: Props) {
  return (
    <ChangeForm
      schema={changePasswordInput}
      values={{ password: "", newPassword: "" }}
      act={change}
      said="Your password has been changed."
      button="Change password"
    >
      {(form) => (
        <>
          <PasswordField form={form} name="password" label="Present password" autoComplete="current-password" />
          <NewPasswordField form={form} name="newPassword" label="New password" />
          {code && <CodeField form={form} name="code" />}
        </>
      )}
    </ChangeForm>
  );
}
