"use client";

import { type ComponentProps, type KeyboardEvent, useCallback, useEffect, useRef, useState } from "react";
import { type Control, controlLook } from "./field";
import { arrowTo, type ComboboxOption } from "./rank-options";

type Props = {
  control: Control;
  label: string;
  input: ComponentProps<"input">;
  options: readonly ComboboxOption[];
  /** Shown below the options, or in place of them. */
  message: string | null;
  /** Whether Enter takes the first option as soon as something is typed; where any text will do it does not. */
  picksFirst?: boolean;
  onOpen: () => void;
  onChoose: (option: ComboboxOption) => void;
  /** Escape, while the list is closed. */
  onClear?: () => void;
};

/** An editable combobox with a list below it (WAI-ARIA Authoring Practices). */
export function Combobox({ control, label, input, options, message, picksFirst = false, ...on }: Props) {
  const [open, setOpen] = useState(false);
  // By its value, since options may be found that come before it.
  const [active, setActive] = useState<string | null>(null);
  const [typing, setTyping] = useState(false);
  const list = `${control.id}-list`;
  // Opened at the bottom of a phone's window, it would be below it.
  const shown = useCallback((popup: HTMLElement | null) => popup?.scrollIntoView({ block: "nearest" }), []);

  const first = picksFirst && typing ? options[0] : undefined;
  const current = open ? (options.find(({ value }) => value === active) ?? first) : undefined;

  function show(option: ComboboxOption | undefined) {
    if (!open) on.onOpen();
    setOpen(true);
    setActive(option?.value ?? null);
  }

  function choose(option: ComboboxOption) {
    on.onChoose(option);
    setOpen(false);
    setTyping(false);
    // Whoever follows what is typed into the form learns of it, too.
    document.getElementById(control.id)?.dispatchEvent(new Event("input", { bubbles: true }));
  }

  function press(event: KeyboardEvent) {
    switch (event.key) {
      case "ArrowDown":
      case "ArrowUp":
        show(arrowTo(options, open ? active : null, event.key));
        break;
      case "Escape":
        if (!open) on.onClear?.();
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

  return (
    <div className="relative">
      <input
        {...control}
        {...input}
        role="combobox"
        aria-expanded={open}
        aria-controls={list}
        aria-autocomplete="list"
        {...(current ? { "aria-activedescendant": idOf(control, current) } : {})}
        onChange={(event) => {
          input.onChange?.(event);
          setTyping(event.target.value.trim() !== "");
          show(undefined);
        }}
        onClick={() => open || show(undefined)}
        onKeyDown={press}
        onBlur={(event) => {
          input.onBlur?.(event);
          setOpen(false);
          setTyping(false);
        }}
        autoComplete="off"
        autoCorrect="off"
        spellCheck={false}
        className={controlLook}
      />
      <p role="status" className="sr-only">
        {open && (message ?? `${options.length} found.`)}
      </p>
      {open && (
        <div
          ref={shown}
          className="absolute inset-x-0 top-full z-10 mt-1 overflow-hidden rounded-(--radius-field) border border-stone-500 bg-white shadow-lg dark:bg-stone-950"
        >
          <List {...{ control, label, options, current, choose }} id={list} />
          {message && <p className="px-3.5 py-2.5 text-sm text-stone-700 dark:text-stone-300">{message}</p>}
        </div>
      )}
    </div>
  );
}

const idOf = ({ id }: Control, { value }: ComboboxOption) => `${id}-${value}`;

function List(props: {
  id: string;
  control: Control;
  label: string;
  options: readonly ComboboxOption[];
  current: ComboboxOption | undefined;
  choose: (option: ComboboxOption) => void;
}) {
  const { id, control, label, options, current, choose } = props;
  const list = useRef<HTMLDivElement>(null);
  const currentId = current && idOf(control, current);
  useEffect(() => {
    if (currentId) document.getElementById(currentId)?.scrollIntoView({ block: "nearest" });
    else if (list.current) list.current.scrollTop = 0;
  }, [currentId]);
  return (
    <div
      ref={list}
      id={id}
      role="listbox"
      aria-label={`${label}: options`}
      className="max-h-48 overflow-y-auto overscroll-contain"
    >
      {options.map((option) => (
        <button
          type="button"
          key={option.value}
          id={idOf(control, option)}
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
