"use client";

import type { FieldValues, PathValue } from "react-hook-form";
import { Combobox } from "./combobox";
import { Field, type FieldProps, registration } from "./field";
import { type ComboboxOption, rankOptions } from "./rank-options";
import type { Ask } from "./search-options";
import { useChoice } from "./use-choice";
import { useSearch } from "./use-search";

/** What its names do not have is searched for (people may call it otherwise); with no answer all can be chosen. */
export function ChoiceField<Values extends FieldValues>(
  props: FieldProps<Values> & { options: readonly ComboboxOption[]; ask: Ask; placeholder?: string },
) {
  const { name, options, ask, placeholder } = props;
  const { text, chosen, kept, ref, type, choose, leave } = useChoice(props, options);
  const { state, found, look } = useSearch(ask);

  const wanted = chosen && text === chosen.label ? "" : text;
  const named = rankOptions(options, wanted);
  const called = state === "found" ? found.options.map(({ value }) => value) : [];
  const others = called.flatMap((value) => options.find((option) => option.value === value) ?? []);
  const fitting = wanted === "" ? named : [...new Set([...named, ...others])];
  const shown = fitting.length > 0 ? fitting : options;
  const unknown = state === "asking" ? "Searching…" : "No match. Here are all the types.";

  function change(now: string) {
    type(now);
    if (now.trim() !== "") look(now);
  }

  return (
    <Field {...props}>
      {(control) => (
        <>
          <Combobox
            control={control}
            label={props.label}
            input={{
              ref,
              placeholder,
              value: text,
              onChange: ({ target }) => change(target.value),
              onBlur: leave,
              ...{ "data-item": name },
            }}
            options={shown}
            message={fitting.length > 0 ? null : unknown}
            picksFirst={fitting.length > 0}
            onOpen={() => wanted.trim() !== "" && look(wanted)}
            onChoose={choose}
            onClear={() => change("")}
          />
          <input type="hidden" name={name} value={kept} readOnly />
        </>
      )}
    </Field>
  );
}

export function SuggestField<Values extends FieldValues>(
  props: FieldProps<Values> & { ask: Ask; placeholder?: string },
) {
  const { form, name, ask, placeholder } = props;
  const { state, found, look } = useSearch(ask);
  const field = registration(props);

  const { options, more } = found;
  const message =
    state === "failed"
      ? "The list cannot be reached now. Your own words are fine, too."
      : options.length > 0
        ? more
          ? "There are more. Type more of it."
          : null
        : state === "asking"
          ? "Searching…"
          : "Nothing in the list fits. Your own words are fine, too.";

  return (
    <Field {...props}>
      {(control) => (
        <Combobox
          control={control}
          label={props.label}
          input={{
            ...field,
            placeholder,
            onChange: (event) => {
              void field.onChange(event);
              look(event.target.value);
            },
          }}
          options={options}
          message={message}
          onOpen={() => look(form.getValues(name) ?? "")}
          onChoose={({ label }) =>
            form.setValue(name, label as PathValue<Values, typeof name>, { shouldDirty: true, shouldValidate: true })
          }
        />
      )}
    </Field>
  );
}
