import { flushSync } from "react-dom";
import type { FieldValues, Path, UseFormReturn } from "react-hook-form";
import type { Difference } from "./compare";

export type Filling = readonly [name: string, value: string];

/** `known`: the names of the form's fields. */
export function fillings(known: readonly string[], found: object): Filling[] {
  return Object.entries(found).flatMap(([name, value]) =>
    known.includes(name) && typeof value === "string" && value !== "" ? [[name, value] as const] : [],
  );
}

export type Answered = {
  /** Whose details they are. */
  name: string;
  said: string;
  filled: readonly Filling[];
};

/** What goes into empty fields, and what differs from a value that is there: of that people say which is right. */
export function parted(here: Readonly<Record<string, unknown>>, filled: readonly Filling[]) {
  const had = (name: string) => String(here[name] ?? "").trim();
  const odd = filled
    .filter(([name, value]) => had(name) !== "" && had(name).toLowerCase() !== value.toLowerCase())
    .map(([name, value]): Difference => ({ name, there: value, here: had(name), choice: "here" }));
  return { fresh: filled.filter(([name]) => had(name) === ""), odd };
}

/** Has the form around an element keep what was filled in, as if it had been typed. */
export function tellForm(element: Element | null) {
  element?.closest("form")?.dispatchEvent(new Event("input", { bubbles: true }));
}

/** Returns what has them as they were before, except those that have been changed since. */
export function fillIn<Values extends FieldValues>(
  form: Pick<UseFormReturn<Values>, "getValues" | "setValue">,
  filled: readonly Filling[],
): () => void {
  const before = filled.map(([name, value]) => {
    const field = name as Path<Values>;
    return { field, value, had: form.getValues(field) ?? "" };
  });
  // Rendered at once: a choice's value is in the page, and so in the draft that `tellForm` has kept, only then.
  flushSync(() => {
    for (const { field, value } of before) {
      form.setValue(field, value as never, { shouldDirty: true, shouldValidate: true });
    }
  });
  return () =>
    flushSync(() => {
      for (const { field, value, had } of before) {
        if (form.getValues(field) === value) form.setValue(field, had as never, { shouldDirty: true });
      }
    });
}
