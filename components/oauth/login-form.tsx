"use client";

import { TextField } from "@/components/forms/fields";
import { PasswordField } from "@/components/forms/password-field";
import { SchemaForm } from "@/components/forms/schema-form";
import { signIn } from "@/components/forms/session";
import { signInInput } from "@/lib/users/schema";

/** Signs a merchant in and goes on to `next`. `pass`: that of a mail about failed attempts. */
export function LoginForm({ next, pass = "" }: { next: string; pass?: string }) {
  return (
    <SchemaForm schema={signInInput} send={(values) => signIn("merchant", { ...values, pass }, next)} button="Sign in">
      {(form) => (
        <>
          <TextField form={form} name="email" label="E-mail address" type="email" literal autoComplete="email" />
          <PasswordField form={form} name="password" label="Password" autoComplete="current-password" />
        </>
      )}
    </SchemaForm>
  );
}
