"use client";

import { zodResolver } from "@hookform/resolvers/zod";
import { type FormEvent, type ReactNode, useEffect, useEffectEvent, useRef } from "react";
import { type DefaultValues, type FieldValues, type Path, type UseFormReturn, useForm } from "react-hook-form";
import type { z } from "zod";
import { Alert } from "@/components/ui/alert";
import { Button } from "@/components/ui/button";
import { useHydrated } from "@/components/ui/use-hydrated";
import { type FormDraft, typedIn } from "./draft";
import { unfinished, type Wording, WordingContext } from "./field";
import { type Outcome, unreachable } from "./outcome";
import { useWork } from "./use-work";

const asGiven: Wording = (error) => error;

/**
 * A form over the schema that the server validates with. Errors are shown below their fields and the first wrong field gets
 * the focus; an error of no field in particular, or of one that is not drawn, is shown above the button.
 */
export function SchemaForm<Values extends FieldValues>(props: {
  schema: z.ZodType<Values, Values>;
  /** Initial values. Without them, what was typed before hydration stays. */
  values?: DefaultValues<Values>;
  send: (values: Values) => Promise<Outcome>;
  button: string;
  wording?: Wording;
  draft?: FormDraft;
  children: (form: UseFormReturn<Values>) => ReactNode;
}) {
  const { schema, values: defaultValues, send, button, wording = asGiven, draft, children } = props;
  const form = useForm<Values>({ resolver: zodResolver(schema), ...(defaultValues ? { defaultValues } : {}) });
  const { busy, failure, run } = useWork();
  const hydrated = useHydrated();
  const element = useRef<HTMLFormElement>(null);

  const drawn = (name: string) => element.current?.elements.namedItem(name) ?? null;
  /** Whether there is a field for it, or for something of the list that it is about. */
  function isDrawn(field: string): boolean {
    const list = `${field.split(".")[0]}.`;
    const names = Array.from(element.current?.elements ?? [], (one) => one.getAttribute("name") ?? "");
    return names.some((name) => name === field || name.startsWith(list));
  }

  // Over the values the form begins with, so that what was typed counts as changed.
  function fill(fields: Readonly<Record<string, string>>) {
    for (const [name, value] of Object.entries(fields)) {
      if (drawn(name)) form.setValue(name as Path<Values>, value as never, { shouldDirty: true });
    }
  }
  const begin = useEffectEvent(() => {
    fill(draft?.typed ?? {});
    let hide: (() => void) | undefined;
    // Controlled fields have their value once React has rendered it.
    const shown = setTimeout(() => {
      if (element.current) hide = draft?.show(typedIn(element.current), fill);
    });
    return () => {
      clearTimeout(shown);
      hide?.();
    };
  });
  useEffect(() => begin(), []);

  function keep({ currentTarget }: FormEvent<HTMLFormElement>) {
    // Controlled fields have their new value once React has rendered it.
    if (draft) setTimeout(() => draft.keep(typedIn(currentTarget)));
  }

  /** Browsers report a date typed in part as empty: it would be lost silently. */
  function holdUnfinished(event: FormEvent<HTMLFormElement>): boolean {
    const inputs = event.currentTarget.querySelectorAll<HTMLInputElement>('input[type="date"]');
    const inPart = Array.from(inputs).find(({ validity }) => validity.badInput);
    if (!inPart) return false;
    event.preventDefault();
    form.setError(inPart.name as Path<Values>, { message: unfinished }, { shouldFocus: true });
    return true;
  }

  const submit = form.handleSubmit((values) =>
    run(async () => {
      if (draft && element.current && !(await draft.settle(typedIn(element.current)))) return;
      const outcome = await send(values).catch(() => unreachable);
      if (!("refused" in outcome)) {
        draft?.saved();
        return outcome;
      }
      if (await draft?.refused(outcome)) return;
      const [first, ...others] = outcome.fields.filter(({ field }) => isDrawn(field));
      if (!first) return outcome;
      for (const { field, error } of others) form.setError(field as Path<Values>, { message: error });
      form.setError(first.field as Path<Values>, { message: first.error }, { shouldFocus: true });
    }),
  );

  return (
    // Sent without scripts, a form must not put a password in the address.
    <form
      ref={element}
      method="post"
      noValidate
      onInput={keep}
      onSubmit={(event) => holdUnfinished(event) || submit(event)}
      className="flex flex-col gap-3"
    >
      {draft?.restored}
      <WordingContext value={wording}>{children(form)}</WordingContext>
      {draft?.conflict}
      <Alert message={failure} />
      <Button type="submit" busy={busy} disabled={!hydrated}>
        {button}
      </Button>
      <noscript>
        <p>This form needs JavaScript. Allow it for this page, then reload.</p>
      </noscript>
    </form>
  );
}
