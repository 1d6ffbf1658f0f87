"use client";

import { useState } from "react";
import { type FieldValues, type PathValue, useController } from "react-hook-form";
import type { FieldProps } from "./field";
import { type ComboboxOption, optionCalled } from "./rank-options";

/** The text: the option's name, or what was typed while that is the name of none and the value is empty. */
export function useChoice<Values extends FieldValues>(
  { form, name }: Pick<FieldProps<Values>, "form" | "name">,
  options: readonly ComboboxOption[],
) {
  const { field } = useController({ control: form.control, name });
  const value: string = field.value ?? "";
  // What is typed counts only for the value it led to: the form may be filled in from elsewhere.
  const [typed, setTyped] = useState({ text: "", value: "" });
  const chosen = options.find((option) => option.value === value);
  const text = typed.value === value && typed.text !== "" ? typed.text : (chosen?.label ?? value);

  function set(now: string, option: ComboboxOption | undefined) {
    const next = option?.value ?? "";
    setTyped({ text: now, value: next });
    field.onChange(next as PathValue<Values, typeof name>);
  }

  return {
    text,
    chosen,
    /** For the form's draft: the value, else what was typed. */
    kept: value || text,
    ref: field.ref,
    type: (now: string) => set(now, optionCalled(options, now)),
    choose: (option: ComboboxOption) => set(option.label, option),
    leave() {
      const meant = optionCalled(options, text);
      if (meant) set(meant.label, meant);
      field.onBlur();
    },
  };
}
