"use client";

import type { FieldValues } from "react-hook-form";
import type { FieldProps } from "@/components/forms/field";
import { TextField } from "@/components/forms/fields";

export function CodeField<Values extends FieldValues>(props: Pick<FieldProps<Values>, "form" | "name">) {
  const hint = "From your authenticator app, or a recovery code";
  return <TextField {...props} label="Code" hint={hint} literal autoComplete="one-time-code" />;
}
