"use client";

import { TextField } from "@/components/forms/fields";
import type { Refusal } from "@/components/forms/outcome";
import { PasswordField } from "@/components/forms/password-field";
import { SchemaForm } from "@/components/forms/schema-form";
import { passwordLength } from "@/lib/users/constants";
import { type SignUpInput, signUpInput } from "@/lib/users/schema";
import { signIn } from "./session";

/** Signs a merchant up and in, then goes on to `next`; to `login` where signing in failed. */
export function SignUpForm(props: {
  signUp: (values: SignUpInput) => Promise<Refusal | null>;
  next: string;
  login: string;
}) {
  const { signUp, next, login } = props;
  async function send(values: SignUpInput) {
    const refusal = await signUp(values);
    if (refusal) return refusal;
    // The account exists now: sending the form again would only say that the address is taken.
    const outcome = await signIn(values, next).catch(() => null);
    return outcome && "address" in outcome ? outcome : { address: login };
  }
  return (
    <SchemaForm schema={signUpInput} send={send} button="Create account">
      {(form) => (
        <>
          <TextField form={form} name="businessName" label="Business name" autoComplete="organization" />
          <TextField form={form} name="email" label="E-mail address" type="email" literal autoComplete="email" />
          <PasswordField
            form={form}
            name="password"
            label="Password"
            hint={`At least ${passwordLength.min} characters`}
            autoComplete="new-password"
          />
        </>
      )}
    </SchemaForm>
  );
}
