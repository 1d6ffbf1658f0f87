"use client";

import type { FieldValues } from "react-hook-form";
import { controlLook, Field, type FieldProps, registration } from "./field";

/** A labelled text of a few lines; it grows with what is typed. */
export function AreaField<Values extends FieldValues>(props: FieldProps<Values>) {
  return (
    <Field {...props}>
      {(control) => (
        <textarea
          {...registration(props)}
          {...control}
          rows={2}
          autoComplete={props.autoComplete}
          className={`${controlLook} field-sizing-content min-h-20 resize-none`}
        />
      )}
    </Field>
  );
}
