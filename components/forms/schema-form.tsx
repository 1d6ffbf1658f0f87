"use client";

import { zodResolver } from "@hookform/resolvers/zod";
import { type FormEvent, type ReactNode, useState } from "react";
import { type DefaultValues, type FieldValues, type Path, type UseFormReturn, useForm } from "react-hook-form";
import type { z } from "zod";
import { Alert } from "@/components/ui/alert";
import { Button } from "@/components/ui/button";
import { useHydrated } from "@/components/ui/use-hydrated";
import { unfinished, type Wording, WordingContext } from "./field";
import { type Outcome, unreachable } from "./outcome";
import { useWork } from "./use-work";

const asGiven: Wording = (error) => error;

/**
 * A form over the schema that the server validates with. Errors stand beside their fields, the first wrong field gets the
 * focus, and what is wrong with no field in particular is said above the button.
 */
export function SchemaForm<Values extends FieldValues>(props: {
  schema: z.ZodType<Values, Values>;
  /** What stands in the fields at first. Without it, what was typed before the scripts were at work stays. */
  values?: DefaultValues<Values>;
  send: (values: Values) => Promise<Outcome>;
  button: string;
  /** How errors are said; without it as the schema and the service say them. */
  wording?: Wording;
  children: (form: UseFormReturn<Values>) => ReactNode;
}) {
  const { schema, values: defaultValues, send, button, wording = asGiven, children } = props;
  const form = useForm<Values>({ resolver: zodResolver(schema), ...(defaultValues ? { defaultValues } : {}) });
  const [failure, setFailure] = useState<string | null>(null);
  const { busy, run } = useWork();
  const hydrated = useHydrated();

  /** A date that is typed in part counts as empty everywhere but here: it would be lost without a word. */
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
      setFailure(null);
      const outcome = await send(values).catch(() => unreachable);
      if ("address" in outcome) return outcome.address;
      if ("done" in outcome) return null;
      const [first, ...others] = outcome.fields.filter(({ field }) => field in form.getValues());
      if (!first) setFailure(outcome.refused);
      for (const { field, error } of others) form.setError(field as Path<Values>, { message: error });
      if (first) form.setError(first.field as Path<Values>, { message: first.error }, { shouldFocus: true });
      return null;
    }),
  );

  return (
    // Were it ever sent without scripts, then at least not with a password in the address.
    <form
      method="post"
      noValidate
      onSubmit={(event) => holdUnfinished(event) || submit(event)}
      className="flex flex-col gap-3"
    >
      <WordingContext value={wording}>{children(form)}</WordingContext>
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
