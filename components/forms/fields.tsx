"use client";

import type { HTMLInputTypeAttribute, ReactNode } from "react";
import type { FieldValues } from "react-hook-form";
import { controlLook, Field, type FieldProps, registration } from "./field";

export function TextField<Values extends FieldValues>(
  props: FieldProps<Values> & {
    type?: HTMLInputTypeAttribute;
    inputMode?: "numeric" | "url";
    placeholder?: string;
    /** Of a date: the latest that the browser offers. */
    max?: string;
    /** Taken letter by letter: the keyboard neither capitalizes nor corrects it. */
    literal?: boolean;
    aside?: ReactNode;
  },
) {
  const { type = "text", inputMode, placeholder, max, literal = false, autoComplete = "off", aside } = props;
  return (
    <Field {...props}>
      {(control) => (
        <div className="relative">
          <input
            {...registration(props)}
            {...control}
            {...{ type, inputMode, placeholder, max, autoComplete }}
            {...(literal ? { autoCapitalize: "none", autoCorrect: "off", spellCheck: false } : {})}
            className={`${controlLook} ${aside ? "pr-20" : ""}`}
          />
          {aside}
        </div>
      )}
    </Field>
  );
}

export function AreaField<Values extends FieldValues>(props: FieldProps<Values>) {
  return (
    <Field {...props}>
      {(control) => (
        <textarea
          {...registration(props)}
          {...control}
          rows={2}
          autoComplete={props.autoComplete ?? "off"}
          className={`${controlLook} field-sizing-content min-h-20 resize-none`}
        />
      )}
    </Field>
  );
}

/** A choice among a few, by the browser's own control. Nothing is chosen at first. */
export function SelectField<Values extends FieldValues>(
  props: FieldProps<Values> & { options: readonly (readonly [value: string, label: string])[] },
) {
  const { options } = props;
  return (
    <Field {...props}>
      {(control) => (
        <select {...registration(props)} {...control} autoComplete="off" className={controlLook}>
          <option value="">Choose one</option>
          {options.map(([value, label]) => (
            <option key={value} value={value}>
              {label}
            </option>
          ))}
        </select>
      )}
    </Field>
  );
}
