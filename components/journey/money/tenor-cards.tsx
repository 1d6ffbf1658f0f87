"use client";

import { useEffect, useId, useRef } from "react";
import { type UseFormReturn, useController } from "react-hook-form";
import { type FundingOption, unavailability } from "@/components/journey/money-labels";
import { percentText, tenorText } from "@/components/loan/loan-text";
import { Button } from "@/components/ui/button";
import { dateText } from "@/components/ui/date-text";
import { nairaText } from "@/lib/kernel/money";
import type { FundingOptions } from "@/lib/lending/funding/schema";
import type { FundingChoice } from "./funding-choice";

export function TenorCards(props: {
  form: UseFormReturn<FundingChoice>;
  options: FundingOptions;
  /** Null while it is a wrong one. */
  amount: number | null;
  /** Whether there are figures of this amount. */
  figures: boolean;
  onChoose: () => void;
  onAmount: (amount: number) => void;
}) {
  const { form, options, amount, figures, onChoose, onAmount } = props;
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
          figures={figures}
          minimum={options.minimum}
          name={field.name}
          chosen={field.value === option.tenorDays}
          inputRef={i === 0 ? field.ref : undefined}
          onChoose={() => {
            field.onChange(option.tenorDays);
            onChoose();
          }}
          onAmount={(next) => {
            field.onChange(option.tenorDays);
            onChoose();
            onAmount(next);
          }}
        />
      ))}
      <p
        id={`${id}-note`}
        className={`min-h-5 text-sm ${error === undefined ? "text-stone-700 dark:text-stone-300" : "text-red-800 dark:text-red-300"}`}
      >
        {error ?? noteOn(options)}
      </p>
    </fieldset>
  );
}

function noteOn({ assumedMonthlySales: sales, recommendedTenor, options }: FundingOptions): string {
  const assumed = sales === null ? "" : `, assuming sales of ${nairaText(sales)} a month, a cautious figure`;
  const slow =
    recommendedTenor === null && options.some(({ available }) => available)
      ? "At the pace of your sales, none of these is likely to be paid back by its last due date. "
      : "";
  return `${slow}The fee is fixed: it does not change if you pay back sooner or later. The APR is the cost for a year${assumed}.`;
}

type CardProps = {
  option: FundingOption;
  why: string | null;
  figures: boolean;
  minimum: number;
  name: string;
  chosen: boolean;
  inputRef: ((element: HTMLInputElement | null) => void) | undefined;
  onChoose: () => void;
  onAmount: (amount: number) => void;
};

function TenorCard({ option, why, figures, minimum, name, chosen, inputRef, onChoose, onAmount }: CardProps) {
  const { tenorDays, maximum, recommended } = option;
  const carriesLess = why !== null && maximum >= minimum;
  const radio = useRef<HTMLInputElement | null>(null);
  const asked = useRef(false);
  useEffect(() => {
    if (!asked.current) return;
    asked.current = false;
    // The button that was pressed is gone, and nobody typed anything: the form would not learn of the new amount.
    radio.current?.focus();
    radio.current?.form?.dispatchEvent(new Event("input", { bubbles: true }));
  });
  return (
    <div className="flex flex-col rounded-(--radius-field) border border-stone-500 bg-white has-checked:border-brand has-checked:ring-2 has-checked:ring-brand has-disabled:border-stone-300 has-disabled:bg-stone-100 dark:bg-stone-950 dark:has-checked:border-brand-soft dark:has-checked:ring-brand-soft dark:has-disabled:border-stone-700 dark:has-disabled:bg-stone-900">
      <label
        className={`flex min-h-14 cursor-pointer items-start gap-3 px-3.5 pt-3 has-disabled:cursor-not-allowed ${carriesLess ? "" : "pb-3"}`}
      >
        <input
          ref={(element) => {
            radio.current = element;
            inputRef?.(element);
          }}
          type="radio"
          name={name}
          value={tenorDays}
          checked={chosen}
          // A chosen tenor stays chosen when the amount rules it out: a smaller amount makes it available again.
          disabled={why !== null && !chosen}
          onChange={onChoose}
          className="mt-0.5 size-5 shrink-0 accent-brand dark:accent-brand-soft"
        />
        <span className="flex min-w-0 grow flex-col gap-1">
          <span className="font-semibold">{tenorText(tenorDays)}</span>
          {why === null ? (
            // The room of figures that do not hold stays, so that nothing moves.
            <span className={`flex flex-col gap-1 text-sm tabular-nums ${figures ? "" : "invisible"}`}>
              {recommended && (
                <span className="font-medium text-brand dark:text-brand-soft">
                  Recommended: the cheapest that your sales are likely to pay back in time
                </span>
              )}
              <Figures option={option} />
            </span>
          ) : (
            <span className="text-sm text-stone-700 tabular-nums dark:text-stone-300">{why}</span>
          )}
        </span>
      </label>
      {carriesLess && (
        <div className="px-3.5 pb-1 pl-11.5">
          <Button
            look="quiet"
            onClick={() => {
              asked.current = true;
              onAmount(maximum);
            }}
          >
            Ask for {nairaText(maximum)}
            <span className="sr-only"> for {tenorText(tenorDays)}</span>
          </Button>
        </div>
      )}
    </div>
  );
}

function Figures({ option }: { option: FundingOption }) {
  const { fee, totalRepayment, annualPercentageRate: apr, deductionPercentage, forecast } = option;
  const rows = [
    ["Fee", nairaText(fee)],
    ["You pay back", nairaText(totalRepayment)],
    ["APR", apr === null ? null : percentText(apr)],
    ["From each sale", percentText(deductionPercentage)],
    ["Likely paid back", forecast?.likely ? dateText(forecast.likely, "short") : null],
  ] as const;
  return (
    <span className="flex flex-col">
      {rows.map(
        ([label, value]) =>
          value !== null && (
            <span key={label} className="flex flex-wrap justify-between gap-x-3">
              <span className="text-stone-700 dark:text-stone-300">
                {label}
                <span className="sr-only">:</span>
              </span>
              <span className="font-medium">
                {value}
                <span className="sr-only">,</span>
              </span>
            </span>
          ),
      )}
    </span>
  );
}
