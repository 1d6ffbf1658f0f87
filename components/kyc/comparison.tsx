"use client";

import { useId, useState } from "react";
import { Button } from "@/components/ui/button";
import { type KycField, valueLabel } from "@/lib/terms/kyc/field";
import { chosen, type Difference, type Typed } from "./compare";

export type Texts = {
  fields: Readonly<Record<string, KycField>>;
  sides?: Readonly<Record<Difference["choice"], string>>;
};

/** Field by field; stands inside the form itself, in which typing may go on. */
export function Comparison({
  proposed,
  here,
  texts,
  choose,
}: {
  proposed: readonly Difference[];
  here: Typed;
  texts: Texts;
  choose: (values: Typed) => void;
}) {
  const { sides = { there: "There now", here: "Typed here" } } = texts;
  const [picked, setPicked] = useState<Readonly<Record<string, Difference["choice"]>>>({});
  const id = useId();
  const fields = proposed.map((field) => ({ ...field, choice: picked[field.name] ?? field.choice }));

  if (fields.length === 0) {
    return (
      <>
        <p>It matches what you typed here, so nothing is lost.</p>
        <Button look="secondary" onClick={() => choose(here)}>
          Go on
        </Button>
      </>
    );
  }
  return (
    <>
      <p>Choose which one to keep for each part. Nothing is overwritten until you do.</p>
      {fields.map(({ name, choice, ...values }) => (
        <fieldset key={name} className="w-full">
          <legend className="pb-1 font-medium">{texts.fields[name]?.label}</legend>
          <div className="grid gap-2 sm:grid-cols-2">
            {(["there", "here"] as const).map((side) => (
              <label
                key={side}
                className="flex min-h-12 cursor-pointer items-start gap-3 rounded-(--radius-field) border border-stone-500 bg-white p-3 text-stone-900 has-checked:border-brand has-checked:ring-1 has-checked:ring-brand dark:bg-stone-950 dark:text-stone-100 dark:has-checked:border-brand-soft dark:has-checked:ring-brand-soft"
              >
                <input
                  type="radio"
                  // No field of the form around it.
                  form={`${id}-none`}
                  name={`${id}-${name}`}
                  checked={choice === side}
                  onChange={() => setPicked((now) => ({ ...now, [name]: side }))}
                  className="mt-1 size-5 shrink-0 accent-brand dark:accent-brand-soft"
                />
                <span className="flex min-w-0 flex-col">
                  <span className="text-sm text-stone-600 dark:text-stone-400">{sides[side]}</span>
                  <span className="wrap-anywhere">{valueLabel(texts.fields[name], values[side]) || "(empty)"}</span>
                </span>
              </label>
            ))}
          </div>
        </fieldset>
      ))}
      <Button look="secondary" onClick={() => choose(chosen(here, fields))}>
        Keep these
      </Button>
    </>
  );
}
