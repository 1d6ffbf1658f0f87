"use client";

import { useCallback, useEffect, useEffectEvent, useState } from "react";
import type { FieldValues } from "react-hook-form";
import { Combobox } from "./combobox";
import { Field, type FieldProps } from "./field";
import { type ComboboxOption, rankOptions } from "./rank-options";
import { useChoice } from "./use-choice";

/** More than anybody reads; whoever does not see the wanted one types another letter. */
const mostShown = 50;

type Props<Values extends FieldValues> = FieldProps<Values> & {
  /** Loads the options, apart from the page's own scripts. Always the same function. */
  load: () => Promise<readonly ComboboxOption[]>;
  placeholder?: string;
  none: string;
};

/** Found by typing. The form's value is that of the option chosen; empty while what is typed is the name of none. */
export function ComboboxField<Values extends FieldValues>(props: Props<Values>) {
  const { name, load, placeholder, none } = props;
  const { options, failed, loadAgain } = useOptions(load);
  const { text, chosen, ref, type, choose, leave } = useChoice(props, options ?? []);
  // Once one is chosen, opening the list again shows them all.
  const fitting = rankOptions(options ?? [], chosen && text === chosen.label ? "" : text);
  const shown = fitting.slice(0, mostShown);

  const settle = useEffectEvent(() => {
    if (text && !chosen) type(text);
  });
  // A name may have been typed before the list was there.
  useEffect(() => {
    if (options) settle();
  }, [options]);

  const message = failed
    ? "The list could not be loaded. Check your connection and type again."
    : options === null
      ? "Loading the list…"
      : shown.length === 0
        ? none
        : fitting.length > shown.length
          ? `${shown.length} of ${fitting.length} are shown. Type more of the name.`
          : null;

  function change(now: string) {
    if (failed) loadAgain();
    type(now);
  }

  return (
    <Field {...props}>
      {(control) => (
        <Combobox
          control={control}
          label={props.label}
          input={{ ref, name, placeholder, value: text, onChange: ({ target }) => change(target.value), onBlur: leave }}
          options={shown}
          message={message}
          picksFirst
          onOpen={() => failed && loadAgain()}
          onChoose={choose}
          onClear={() => change("")}
        />
      )}
    </Field>
  );
}

function useOptions(load: Props<FieldValues>["load"]) {
  const [options, setOptions] = useState<readonly ComboboxOption[] | null>(null);
  const [failed, setFailed] = useState(false);
  const read = useCallback(() => {
    load().then(setOptions, () => setFailed(true));
  }, [load]);

  useEffect(read, [read]);

  function loadAgain() {
    setFailed(false);
    read();
  }
  return { options, failed, loadAgain };
}
