"use client";

import type { UseFormReturn } from "react-hook-form";
import { PasswordField } from "@/components/forms/password-field";
import type { Proof } from "@/lib/parties/people/schema";
import { CodeField } from "./code-field";

/** What shows that it is still the owner who sits there: the password, and a code where there is a second factor. */
export function ProofFields({ form, code }: { form: UseFormReturn<Proof>; code: boolean }) {
  return (
    <>
      <PasswordField form={form} name="password" label="Your password" autoComplete="current-password" />
      {code && <CodeField form={form} name="code" />}
    </>
  );
}
