"use client";

import type { FieldValues } from "react-hook-form";
import type { FieldProps } from "@/components/forms/field";
import { PasswordField } from "@/components/forms/password-field";
import { passwordLength } from "@/lib/terms/users/constants";

export function NewPasswordField<Values extends FieldValues>(
  props: Pick<FieldProps<Values>, "form" | "name" | "label">,
) {
  const hint = `At least ${passwordLength.min} characters`;
  return <PasswordField {...props} hint={hint} autoComplete="new-password" />;
}
