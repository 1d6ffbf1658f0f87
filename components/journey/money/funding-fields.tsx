"use client";

import { useEffect, useState } from "react";
import type { UseFormReturn } from "react-hook-form";
import { SelectField } from "@/components/forms/fields";
import { useJourney } from "@/components/journey/context";
import type { FundingOption } from "@/components/journey/money-labels";
import { ForecastRange } from "@/components/loan/forecast-range";
import { percentText } from "@/components/loan/loan-text";
import { dateText } from "@/components/ui/date-text";
import { Card } from "@/components/ui/touch-card";
import { nairaText } from "@/lib/kernel/money";
import type { FundingOptions } from "@/lib/lending/funding/schema";
import { purposes } from "@/lib/terms/funding/constants";
import { AmountField } from "./amount-field";
import { DealFigures } from "./deal-figures";
import { type FundingChoice, isPossible, proposedTenor } from "./funding-choice";
import { TenorCards } from "./tenor-cards";
import { useDebounced } from "./use-debounced";

/** How long the figures of the amount before are shown while those of a new one are read, in milliseconds. */
const lateAfter = 1000;

const purposeOptions = purposes.map((purpose) => [purpose, purpose] as const);

export function FundingFields(props: {
  form: UseFormReturn<FundingChoice>;
  options: FundingOptions;
  /** Whether `options` are of the chosen amount. */
  current: boolean;
  onAmount: (amount: number) => void;
  /** Until a tenor is chosen, it follows the amount. */
  tenorChosen: boolean;
  onTenor: () => void;
}) {
  const { form, options, current, onAmount, tenorChosen, onTenor } = props;
  const { session } = useJourney();
  const [amountChosen, setAmountChosen] = useState(false);
  const [amount, tenorDays] = form.watch(["amountRequested", "tenorDays"]);
  const possible = isPossible(options, amount);
  const waiting = possible && !current;
  const late = useDebounced(waiting, lateAfter) && waiting;
  const shown = possible && !late;
  const { setValue } = form;
  const proposed = proposedTenor(options);
  useEffect(() => {
    if (!tenorChosen && proposed !== undefined) setValue("tenorDays", proposed);
  }, [tenorChosen, proposed, setValue]);

  function choose(next: number) {
    setAmountChosen(true);
    onAmount(next);
  }

  const option = options.options.find((one) => one.tenorDays === tenorDays);
  const spoken = () => {
    if (!option || !(amountChosen || tenorChosen)) return "";
    if (!possible) return "This amount is not possible.";
    return current ? inWords(option, options.amount) : "";
  };
  return (
    <div className="flex flex-col gap-4">
      <AmountField form={form} minimum={options.minimum} maximum={options.maximum} onChoose={choose} />
      <TenorCards
        form={form}
        options={options}
        amount={possible ? amount : null}
        figures={shown}
        onChoose={onTenor}
        onAmount={(next) => {
          setValue("amountRequested", next);
          choose(next);
        }}
      />
      {option && (
        <div aria-busy={possible && !current}>
          <Card title="What it comes to">
            <div className="relative flex flex-col">
              {/* The figures would be those of another amount: their room stays, so that nothing moves. */}
              <div className={`flex flex-col gap-3 ${shown ? "" : "invisible"}`}>
                <DealFigures deal={{ ...option, amount: options.amount }} marketplace={session.marketplace.name} />
                <h3 className="font-medium">When your sales pay it back</h3>
                <ForecastRange
                  today={session.now.slice(0, 10)}
                  dueDate={option.dueDate}
                  range={option.forecast}
                  advice="Choose more time or a smaller amount."
                />
              </div>
              {!shown && (
                <p className="absolute inset-x-0 top-0">
                  {possible
                    ? `We do not have the figures for ${nairaText(amount)} yet.`
                    : `Choose an amount from ${nairaText(options.minimum)} to ${nairaText(options.maximum)} to see what it costs.`}
                </p>
              )}
            </div>
          </Card>
          <p role="status" className="sr-only">
            {spoken()}
          </p>
        </div>
      )}
      <SelectField form={form} name="purpose" label="What is the money for?" options={purposeOptions} />
    </div>
  );
}

/** The figures in a sentence, for screen readers. */
function inWords(option: FundingOption, amount: number): string {
  const { fee, totalRepayment, annualPercentageRate: apr, forecast } = option;
  const rate = apr === null ? "" : `, an APR of ${percentText(apr)}`;
  const end = forecast?.likely ? ` Most likely paid back by ${dateText(forecast.likely)}.` : "";
  return `You get ${nairaText(amount)}, the fee is ${nairaText(fee)}${rate}, you pay back ${nairaText(totalRepayment)}.${end}`;
}
