"use client";

import { NewPasswordField } from "@/components/dashboard/account/new-password-field";
import { useDone } from "@/components/dashboard/use-done";
import { closing, type Refusal } from "@/components/forms/outcome";
import { PasswordField } from "@/components/forms/password-field";
import { SchemaForm } from "@/components/forms/schema-form";
import { type ChangePasswordInput, changePasswordInput } from "@/lib/users/schema";
import { CodeField } from "./code-field";

type Environment = "test" | "live";

export type Changing = {
  environment: Environment;
  /** There is a second factor, whose code is asked for. */
  code: boolean;
  change: (environment: Environment, typed: ChangePasswordInput) => Promise<unknown | Refusal>;
};

export default function PasswordForm({ environment, code, change, close }: Changing & { close: () => void }) {
  const done = useDone();
  const send = async (typed: ChangePasswordInput) =>
    done(await change(environment, typed), "Your password is changed.");
  return (
    <SchemaForm
      schema={changePasswordInput}
      values={{ password: "", newPassword: "" }}
      send={(typed) => closing(close, send(typed))}
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
