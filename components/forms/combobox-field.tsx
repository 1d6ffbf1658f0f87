"use client";

import { type KeyboardEvent, useCallback, useEffect, useEffectEvent, useRef, useState } from "react";
import { type FieldValues, type PathValue, useController } from "react-hook-form";
import { controlLook, Field, type FieldProps } from "./field";
import { type ComboboxOption, optionCalled, rankOptions } from "./rank-options";

/** More than anybody reads; whoever does not see the wanted one types another letter. */
const mostShown = 50;

type Props<Values extends FieldValues> = FieldProps<Values> & {
  /** Loads the options, apart from the page's own scripts. Always the same function. */
  load: () => Promise<readonly ComboboxOption[]>;
  placeholder?: string;
  /** What is said when nothing fits what was typed. */
  none: string;
};

/**
 * A choice among many, found by typing: an editable combobox with a list below it (WAI-ARIA Authoring Practices). The
 * form's value is that of the option chosen; empty while what is typed is the name of none.
 */
export function ComboboxField<Values extends FieldValues>(props: Props<Values>) {
  const { form, name, load, placeholder, none } = props;
  const { field } = useController({ control: form.control, name });
  const { options, failed, loadAgain } = useOptions(load);
  // Null: not touched, so the name of the value that the form came with is shown.
  const [typed, setTyped] = useState<string | null>(null);
  const [open, setOpen] = useState(false);
  const [active, setActive] = useState(-1);

  const chosen = options?.find(({ value }) => value === field.value);
  const text = typed ?? chosen?.label ?? "";
  // Once one is chosen, opening the list again shows them all.
  const fitting = rankOptions(options ?? [], chosen && text === chosen.label ? "" : text);
  const shown = fitting.slice(0, mostShown);
  const current = open ? shown[active] : undefined;

  const set = (value: string) => field.onChange(value as PathValue<Values, typeof name>);

  function show(at: number) {
    if (failed) loadAgain();
    setOpen(true);
    setActive(at);
  }

  function choose(option: ComboboxOption) {
    setTyped(option.label);
    set(option.value);
    setOpen(false);
  }

  function type(now: string) {
    setTyped(now);
    set(optionCalled(options ?? [], now)?.value ?? "");
    show(now.trim() === "" ? -1 : 0);
  }

  function leave() {
    const meant = optionCalled(options ?? [], text);
    if (meant) choose(meant);
    setOpen(false);
    field.onBlur();
  }

  const settle = useEffectEvent((loaded: readonly ComboboxOption[]) => {
    const meant = typed !== null && !field.value ? optionCalled(loaded, typed) : undefined;
    if (meant) set(meant.value);
  });
  // A name may have been typed before the list was there.
  useEffect(() => {
    if (options) settle(options);
  }, [options]);

  function press(event: KeyboardEvent) {
    switch (event.key) {
      case "ArrowDown":
        show(open && active < shown.length - 1 ? active + 1 : 0);
        break;
      case "ArrowUp":
        show(open && active > 0 ? active - 1 : shown.length - 1);
        break;
      case "Escape":
        if (!open) type("");
        setOpen(false);
        break;
      case "Enter":
        if (!current) return;
        choose(current);
        break;
      default:
        return;
    }
    event.preventDefault();
  }

  const message = failed
    ? "The list could not be loaded. Check your connection and type again."
    : options === null
      ? "Loading the list…"
      : shown.length === 0
        ? none
        : fitting.length > shown.length
          ? `${shown.length} of ${fitting.length} are shown. Type more of the name.`
          : null;

  return (
    <Field {...props}>
      {(control) => (
        <div className="relative">
          <input
            {...control}
            ref={field.ref}
            name={name}
            value={text}
            role="combobox"
            aria-expanded={open}
            aria-controls={`${control.id}-list`}
            aria-autocomplete="list"
            {...(current ? { "aria-activedescendant": `${control.id}-${current.value}` } : {})}
            onChange={(event) => type(event.target.value)}
            onClick={() => open || show(-1)}
            onKeyDown={press}
            onBlur={leave}
            placeholder={placeholder}
            autoComplete="off"
            autoCorrect="off"
            spellCheck={false}
            className={controlLook}
          />
          <p role="status" className="sr-only">
            {open && (message ?? `${shown.length} found.`)}
          </p>
          {open && (
            <div className="absolute inset-x-0 top-full z-10 mt-1 overflow-hidden rounded-(--radius-field) border border-stone-500 bg-white shadow-lg dark:bg-stone-950">
              <List
                id={`${control.id}-list`}
                label={`${props.label}: options`}
                options={shown}
                current={current}
                choose={choose}
              />
              {message && <p className="px-3.5 py-2.5 text-sm text-stone-700 dark:text-stone-300">{message}</p>}
            </div>
          )}
        </div>
      )}
    </Field>
  );
}

function List(props: {
  id: string;
  label: string;
  options: readonly ComboboxOption[];
  current: ComboboxOption | undefined;
  choose: (option: ComboboxOption) => void;
}) {
  const { id, label, options, current, choose } = props;
  const list = useRef<HTMLDivElement>(null);
  const currentId = current && `${id.replace(/-list$/, "")}-${current.value}`;
  useEffect(() => {
    if (currentId) document.getElementById(currentId)?.scrollIntoView({ block: "nearest" });
    else if (list.current) list.current.scrollTop = 0;
  }, [currentId]);
  return (
    <div ref={list} id={id} role="listbox" aria-label={label} className="max-h-48 overflow-y-auto overscroll-contain">
      {options.map((option) => (
        <button
          type="button"
          key={option.value}
          id={`${id.replace(/-list$/, "")}-${option.value}`}
          role="option"
          tabIndex={-1}
          aria-selected={option === current}
          onMouseDown={(event) => event.preventDefault()}
          onClick={() => choose(option)}
          className="flex min-h-12 w-full cursor-pointer flex-col justify-center px-3.5 py-1.5 text-left hover:bg-stone-100 aria-selected:bg-stone-200 dark:aria-selected:bg-stone-800 dark:hover:bg-stone-900"
        >
          <span className="wrap-anywhere">{option.label}</span>
          {option.note && <span className="text-sm text-stone-700 dark:text-stone-300">{option.note}</span>}
        </button>
      ))}
    </div>
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
