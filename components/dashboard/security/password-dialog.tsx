"use client";

import { NewPasswordField } from "@/components/dashboard/account/new-password-field";
import { useDone } from "@/components/dashboard/use-done";
import { DialogForm } from "@/components/forms/dialog-form";
import type { Refusal } from "@/components/forms/outcome";
import { PasswordField } from "@/components/forms/password-field";
import { type ChangePasswordInput, changePasswordInput } from "@/lib/users/schema";

type Environment = "test" | "live";

export function PasswordDialog(props: {
  environment: Environment;
  change: (environment: Environment, typed: ChangePasswordInput) => Promise<unknown | Refusal>;
}) {
  const { environment, change } = props;
  const done = useDone();
  return (
    <DialogForm
      trigger="Change password"
      title="Change your password"
      schema={changePasswordInput}
      values={{ password: "", newPassword: "" }}
      send={async (typed) => done(await change(environment, typed), "Your password is changed.")}
      button="Change password"
    >
      {(form) => (
        <>
          <PasswordField form={form} name="password" label="Present password" autoComplete="current-password" />
          <NewPasswordField form={form} name="newPassword" label="New password" />
        </>
      )}
    </DialogForm>
  );
}
