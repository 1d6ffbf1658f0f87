"use client";

import type { HTMLInputTypeAttribute, ReactNode } from "react";
import type { FieldValues } from "react-hook-form";
import { controlLook, Field, type FieldProps, registration } from "./field";

/** A labelled line of text. */
export function TextField<Values extends FieldValues>(
  props: FieldProps<Values> & {
    type?: HTMLInputTypeAttribute;
    inputMode?: "numeric" | "tel" | "url" | "email";
    placeholder?: string;
    /** Of a date: the latest that the browser offers. */
    max?: string;
    /** Taken letter by letter: the keyboard neither capitalizes nor corrects it. */
    literal?: boolean;
    /** Stands inside the field, at its end. */
    aside?: ReactNode;
  },
) {
  const { type = "text", inputMode, placeholder, max, literal = false, autoComplete, aside } = props;
  return (
    <Field {...props}>
      {(control) => (
        <div className="relative">
          <input
            {...registration(props)}
            {...control}
            type={type}
            inputMode={inputMode}
            placeholder={placeholder}
            max={max}
            autoComplete={autoComplete}
            {...(literal ? { autoCapitalize: "none", autoCorrect: "off", spellCheck: false } : {})}
            className={`${controlLook} ${aside ? "pr-20" : ""}`}
          />
          {aside}
        </div>
      )}
    </Field>
  );
}
