"use client";

import { useState } from "react";
import type { FieldValues } from "react-hook-form";
import { useHydrated } from "@/components/ui/use-hydrated";
import type { FieldProps } from "./field";
import { TextField } from "./text-field";

/** A password that can be looked at while it is typed. */
export function PasswordField<Values extends FieldValues>(props: FieldProps<Values>) {
  const [shown, setShown] = useState(false);
  const hydrated = useHydrated();
  const button = (
    <button
      type="button"
      disabled={!hydrated}
      onClick={() => setShown(!shown)}
      className="absolute inset-y-1 right-1 w-16 rounded-md text-sm font-medium text-brand underline underline-offset-4 dark:text-brand-soft"
    >
      {shown ? "Hide" : "Show"}
      <span className="sr-only"> password</span>
    </button>
  );
  return <TextField {...props} literal type={shown ? "text" : "password"} aside={button} />;
}
