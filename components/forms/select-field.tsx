"use client";

import type { FieldValues } from "react-hook-form";
import { controlLook, Field, type FieldProps, registration } from "./field";

/** A choice among a few, by the browser's own control. Nothing is chosen until somebody chooses. */
export function SelectField<Values extends FieldValues>(
  props: FieldProps<Values> & { options: readonly { value: string; label: string }[] },
) {
  const { options, optional, autoComplete } = props;
  return (
    <Field {...props}>
      {(control) => (
        <select {...registration(props)} {...control} autoComplete={autoComplete} className={controlLook}>
          <option value="">{optional ? "None" : "Choose one"}</option>
          {options.map(({ value, label }) => (
            <option key={value} value={value}>
              {label}
            </option>
          ))}
        </select>
      )}
    </Field>
  );
}
