"use client";

import { useEffect, useState } from "react";
import { type UseFormReturn, useController } from "react-hook-form";
import { controlLook, Field } from "@/components/forms/field";
import { nairaText } from "@/lib/kernel/money";
import { amountOf, shownText } from "./amount-text";
import { type FundingChoice, isPossible } from "./funding-choice";
import { notchOf, scaleOf } from "./slider-scale";

/** How long a wrong amount must rest before its error is shown, in milliseconds: it may be typed only in part. */
const patience = 600;

export function AmountField(props: {
  form: UseFormReturn<FundingChoice>;
  minimum: number;
  maximum: number;
  /** Told of every possible amount that is chosen. */
  onChoose: (amount: number) => void;
}) {
  const { form, minimum, maximum, onChoose } = props;
  const { field } = useController({ control: form.control, name: "amountRequested" });
  const amount = field.value;
  // What is being typed is shown as typed, until the field loses the focus or the slider moves.
  const [typed, setTyped] = useState<string | null>(null);

  const { trigger, clearErrors, getFieldState } = form;

  // Depends on the amount as well: another wrong one may have another error.
  useEffect(() => {
    if (isPossible({ minimum, maximum }, amount)) return clearErrors("amountRequested");
    const shown = getFieldState("amountRequested").error !== undefined;
    const timer = setTimeout(() => trigger("amountRequested"), shown ? 0 : patience);
    return () => clearTimeout(timer);
  }, [amount, minimum, maximum, trigger, clearErrors, getFieldState]);

  function choose(next: number) {
    field.onChange(next);
    if (isPossible({ minimum, maximum }, next)) onChoose(next);
  }

  return (
    <div className="flex flex-col">
      <Field form={form} name="amountRequested" label="Amount" hint="Type an amount, or move the slider.">
        {(control) => (
          <div className="flex flex-col">
            <div className="relative">
              <span aria-hidden="true" className="absolute inset-y-0 left-3.5 flex items-center text-xl font-semibold">
                ₦
              </span>
              <input
                {...control}
                ref={field.ref}
                name={field.name}
                type="text"
                inputMode="decimal"
                autoComplete="off"
                value={shownText(typed, amount)}
                onChange={({ target }) => {
                  setTyped(target.value);
                  choose(amountOf(target.value));
                }}
                onBlur={() => {
                  if (!Number.isNaN(amount)) setTyped(null);
                  field.onBlur();
                }}
                className={`${controlLook} pl-9 text-xl font-semibold tabular-nums`}
              />
            </div>
            <Slider
              amount={amount}
              scale={scaleOf(minimum, maximum)}
              onMove={(next) => {
                setTyped(null);
                choose(next);
              }}
            />
          </div>
        )}
      </Field>
    </div>
  );
}

const thumb =
  "[&::-webkit-slider-thumb]:size-7 [&::-webkit-slider-thumb]:appearance-none [&::-webkit-slider-thumb]:rounded-full [&::-webkit-slider-thumb]:border-3 [&::-webkit-slider-thumb]:border-white [&::-webkit-slider-thumb]:bg-brand [&::-webkit-slider-thumb]:shadow-md dark:[&::-webkit-slider-thumb]:border-stone-950 dark:[&::-webkit-slider-thumb]:bg-brand-soft [&::-moz-range-thumb]:size-5.5 [&::-moz-range-thumb]:rounded-full [&::-moz-range-thumb]:border-3 [&::-moz-range-thumb]:border-white [&::-moz-range-thumb]:bg-brand dark:[&::-moz-range-thumb]:border-stone-950 dark:[&::-moz-range-thumb]:bg-brand-soft";

function Slider(props: { amount: number; scale: readonly number[]; onMove: (amount: number) => void }) {
  const { amount, scale, onMove } = props;
  const last = scale.length - 1;
  const notch = notchOf(scale, amount);
  const share = last > 0 ? notch / last : 1;
  return (
    <div>
      <div className="relative">
        <div
          aria-hidden="true"
          className="absolute inset-x-0 top-5 h-2 overflow-hidden rounded-full bg-stone-300 forced-colors:hidden dark:bg-stone-700"
        >
          <div
            className="h-full bg-brand dark:bg-brand-soft"
            style={{ width: `calc(${share} * (100% - 1.75rem) + 0.875rem)` }}
          />
        </div>
        <input
          type="range"
          aria-label="Amount, by slider"
          aria-valuetext={Number.isNaN(amount) ? "No amount" : nairaText(amount)}
          min={0}
          max={last}
          step={1}
          value={notch}
          onChange={({ target }) => onMove(scale[Number(target.value)] ?? amount)}
          className={`relative block h-12 w-full cursor-pointer appearance-none bg-transparent forced-colors:appearance-auto ${thumb}`}
        />
      </div>
      <div className="flex justify-between gap-4 text-sm text-stone-700 tabular-nums dark:text-stone-300">
        <span>{nairaText(scale[0] ?? 0)}</span>
        <span>{nairaText(scale[last] ?? 0)}</span>
      </div>
    </div>
  );
}
