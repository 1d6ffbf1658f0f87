"use client";

import { type HTMLInputTypeAttribute, type ReactNode, useId } from "react";
import type { FieldValues, Path, UseFormReturn } from "react-hook-form";

export type FieldProps<Values extends FieldValues> = {
  form: UseFormReturn<Values>;
  name: Path<Values>;
  label: string;
  /** Shown below the field until there is an error to show there. */
  hint?: string;
  autoComplete: string;
};

/** A labelled line of text. The line below is kept free for the error, so that nothing moves when there is one. */
export function TextField<Values extends FieldValues>(
  props: FieldProps<Values> & {
    type?: HTMLInputTypeAttribute;
    /** Taken letter by letter: the keyboard neither capitalizes nor corrects it. */
    literal?: boolean;
    /** Stands inside the field, at its end. */
    aside?: ReactNode;
  },
) {
  const { form, name, label, hint = "", type = "text", literal = false, autoComplete, aside } = props;
  const id = useId();
  const error = form.getFieldState(name, form.formState).error?.message;
  return (
    <div className="flex flex-col gap-1.5">
      <label htmlFor={id} className="font-medium">
        {label}
      </label>
      <div className="relative">
        <input
          {...form.register(name)}
          id={id}
          type={type}
          autoComplete={autoComplete}
          aria-invalid={error !== undefined}
          aria-describedby={`${id}-note`}
          aria-required="true"
          {...(literal ? { autoCapitalize: "none", autoCorrect: "off", spellCheck: false } : {})}
          className={`block min-h-12 w-full rounded-lg border border-stone-500 bg-white px-3.5 py-2.5 text-base aria-invalid:border-red-700 aria-invalid:ring-1 aria-invalid:ring-red-700 dark:bg-stone-950 dark:aria-invalid:border-red-400 dark:aria-invalid:ring-red-400 ${aside ? "pr-20" : ""}`}
        />
        {aside}
      </div>
      <p
        id={`${id}-note`}
        className={`min-h-5 text-sm ${error === undefined ? "text-stone-600 dark:text-stone-400" : "text-red-800 dark:text-red-300"}`}
      >
        {error ?? hint}
      </p>
    </div>
  );
}
