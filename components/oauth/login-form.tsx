"use client";

import { PasswordField } from "@/components/forms/password-field";
import { SchemaForm } from "@/components/forms/schema-form";
import { TextField } from "@/components/forms/text-field";
import { signInInput } from "@/lib/users/schema";
import { signIn } from "./session";

/** Sign-in of a merchant; `next` is where it leads. */
export function LoginForm({ next }: { next: string }) {
  return (
    <SchemaForm schema={signInInput} send={(values) => signIn(values, next)} button="Sign in">
      {(form) => (
        <>
          <TextField form={form} name="email" label="E-mail address" type="email" literal autoComplete="email" />
          <PasswordField form={form} name="password" label="Password" autoComplete="current-password" />
        </>
      )}
    </SchemaForm>
  );
}
