"use client";

import { useId } from "react";
import { type UseFormReturn, useController } from "react-hook-form";
import { type FundingOption, percentText, tenorText, unavailability } from "@/components/journey/money-labels";
import type { FundingOptions } from "@/lib/funding/schema";
import { nairaText } from "@/lib/money";
import type { FundingChoice } from "./funding-choice";

/** The tenors with their fees. One that is not available says why. */
export function TenorCards(props: {
  form: UseFormReturn<FundingChoice>;
  options: FundingOptions;
  /** Null while it is a wrong one: then there are no figures. */
  amount: number | null;
  onChoose: () => void;
}) {
  const { form, options, amount, onChoose } = props;
  const id = useId();
  const { field, fieldState } = useController({ control: form.control, name: "tenorDays" });
  const error = fieldState.error?.message;
  return (
    <fieldset className="flex min-w-0 flex-col gap-2" aria-describedby={`${id}-note`}>
      <legend className="mb-2 font-medium">How long to pay it back?</legend>
      {options.options.map((option, i) => (
        <TenorCard
          key={option.tenorDays}
          option={option}
          why={amount === null ? null : unavailability(option, options.amount, amount)}
          figures={amount !== null}
          name={field.name}
          chosen={field.value === option.tenorDays}
          inputRef={i === 0 ? field.ref : undefined}
          onChoose={() => {
            field.onChange(option.tenorDays);
            onChoose();
          }}
        />
      ))}
      <p
        id={`${id}-note`}
        className={`min-h-5 text-sm ${error === undefined ? "text-stone-700 dark:text-stone-300" : "text-red-800 dark:text-red-300"}`}
      >
        {error ?? "The fee is for the whole time. Paying back sooner does not change it."}
      </p>
    </fieldset>
  );
}

function TenorCard(props: {
  option: FundingOption;
  why: string | null;
  /** Whether its figures are of the amount in the field. */
  figures: boolean;
  name: string;
  chosen: boolean;
  inputRef: ((element: HTMLInputElement | null) => void) | undefined;
  onChoose: () => void;
}) {
  const { option, why, figures, name, chosen, inputRef, onChoose } = props;
  const { tenorDays, fee, interestRate, yearlyRate, maximum } = option;
  const rates = `${percentText(interestRate)} flat, ${percentText(yearlyRate)} a year`;
  return (
    <label className="flex min-h-14 cursor-pointer items-center gap-3 rounded-(--radius-field) border border-stone-500 bg-white px-3.5 py-2 has-checked:border-brand has-checked:ring-2 has-checked:ring-brand has-disabled:cursor-not-allowed has-disabled:border-stone-300 has-disabled:bg-stone-100 dark:bg-stone-950 dark:has-checked:border-brand-soft dark:has-checked:ring-brand-soft dark:has-disabled:border-stone-700 dark:has-disabled:bg-stone-900">
      <input
        ref={inputRef}
        type="radio"
        name={name}
        value={tenorDays}
        checked={chosen}
        // A chosen tenor stays chosen when the amount rules it out: a smaller amount makes it available again.
        disabled={why !== null && !chosen}
        onChange={onChoose}
        className="size-5 shrink-0 accent-brand dark:accent-brand-soft"
      />
      <span className="flex min-w-0 grow flex-wrap items-baseline justify-between gap-x-3">
        <span className="font-semibold">{tenorText(tenorDays)}</span>
        {why === null && figures && (
          <span className="tabular-nums">
            fee {nairaText(fee)}
            <span className="sr-only">,</span>
          </span>
        )}
        <span className="basis-full text-sm text-stone-700 tabular-nums dark:text-stone-300">
          {why ?? (figures ? rates : `Up to ${nairaText(maximum)}`)}
        </span>
      </span>
    </label>
  );
}
