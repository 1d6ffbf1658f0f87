"use client";

import { createContext, type ReactNode, use, useId } from "react";
import type { FieldValues, Path, UseFormReturn } from "react-hook-form";
import { errorText } from "./error-text";

export type FieldProps<Values extends FieldValues> = {
  form: UseFormReturn<Values>;
  name: Path<Values>;
  label: string;
  /** Shown below the field until there is an error to show there. */
  hint?: string;
  /** May be left empty: then the field is not sent. */
  optional?: boolean;
  /** Shown beside the label: where the value comes from. */
  origin?: ReactNode;
  /** Normalizes what was typed, visibly, when the field is left. */
  normalize?: (typed: string) => string;
  autoComplete?: string;
};

/** Puts a schema's error message, written for developers, into the words of whoever fills the form in. */
export type Wording = (error: string, value: unknown) => string;
export const WordingContext = createContext<Wording>((error) => error);

/** The error of a field that is filled in only in part; never reworded. */
export const unfinished = "Is incomplete";

export type Control = { id: string; "aria-invalid": boolean; "aria-describedby": string; "aria-required": boolean };

/** How every control looks: large enough for fingers, where there are any, and then 16 px so that phones do not zoom in. */
export const controlLook =
  "block min-h-(--control) w-full rounded-(--radius-field) border border-stone-500 bg-white px-3.5 py-(--control-rise) text-(length:--control-text) placeholder:text-stone-600 aria-invalid:border-red-700 aria-invalid:ring-1 aria-invalid:ring-red-700 dark:bg-stone-950 dark:placeholder:text-stone-400 dark:aria-invalid:border-red-400 dark:aria-invalid:ring-red-400";

/** A label, a control, and a line below kept free for the error, so that nothing moves when there is one. */
export function Field<Values extends FieldValues>(
  props: FieldProps<Values> & { children: (control: Control) => ReactNode },
) {
  const { form, name, label, hint = "", optional = false, origin, children } = props;
  const id = useId();
  const word = use(WordingContext);
  const found = form.getFieldState(name, form.formState).error?.message;
  const error = found === undefined || found === unfinished ? found : word(errorText(found), form.getValues(name));
  return (
    <div className="flex flex-col gap-1.5">
      <div className="flex flex-wrap items-baseline justify-between gap-x-3">
        <label htmlFor={id} className="font-medium">
          {label}
          {optional && <span className="font-normal text-stone-600 dark:text-stone-400"> (optional)</span>}
        </label>
        {origin && <span id={`${id}-origin`}>{origin}</span>}
      </div>
      {children({
        id,
        "aria-invalid": error !== undefined,
        "aria-describedby": origin ? `${id}-note ${id}-origin` : `${id}-note`,
        "aria-required": !optional,
      })}
      <p
        id={`${id}-note`}
        className={`wrap-anywhere min-h-5 text-sm ${error === undefined ? "text-stone-600 dark:text-stone-400" : "text-red-800 dark:text-red-300"}`}
      >
        {error ?? hint}
      </p>
    </div>
  );
}

/** Registers a field: its value is normalized, and an optional empty one counts as absent. */
export function registration<Values extends FieldValues>({ form, name, optional, normalize }: FieldProps<Values>) {
  if (!optional && !normalize) return form.register(name);
  const field = form.register(name, {
    setValueAs: (value) => {
      const normalized = normalize && typeof value === "string" ? normalize(value) : value;
      return optional && normalized === "" ? undefined : normalized;
    },
  });
  if (!normalize) return field;
  const onBlur: typeof field.onBlur = (event) => {
    event.target.value = normalize(event.target.value);
    return field.onBlur(event);
  };
  return { ...field, onBlur };
}
