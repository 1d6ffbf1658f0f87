"use client";

import { useState } from "react";
import type { FieldValues } from "react-hook-form";
import { linkLook } from "@/components/ui/button";
import { useHydrated } from "@/components/ui/use-hydrated";
import type { FieldProps } from "./field";
import { TextField } from "./fields";

export function PasswordField<Values extends FieldValues>(props: FieldProps<Values>) {
  const [shown, setShown] = useState(false);
  const hydrated = useHydrated();
  const button = (
    <button
      type="button"
      disabled={!hydrated}
      onClick={() => setShown(!shown)}
      className={`absolute inset-y-1 right-1 w-16 rounded-md text-sm ${linkLook}`}
    >
      {shown ? "Hide" : "Show"}
      <span className="sr-only"> password</span>
    </button>
  );
  return <TextField {...props} literal type={shown ? "text" : "password"} aside={button} />;
}
