"use client";

import { type UseFormReturn, useFieldArray, useWatch } from "react-hook-form";
import { SelectField, TextField } from "@/components/forms/fields";
import { Alert } from "@/components/ui/alert";
import { Button } from "@/components/ui/button";
import { fromKobo, nairaText, sumOf, toKobo } from "@/lib/kernel/money";
import type { ActTyped } from "@/lib/surfaces/console/loans/acts-schema";
import { planStepLabels } from "@/lib/terms/console/words";
import { equalPlan, mostPlanned } from "@/lib/terms/loans/plan";
import { entriesOf } from "@/lib/terms/table";

const line = { dueDate: "", amount: "" };

/** The instalments of a plan: filled in as equal ones, then changed one by one. `left`: naira to be paid. */
export function PlanFields({ form, left }: { form: UseFormReturn<ActTyped>; left: number }) {
  const { fields, append, remove, replace } = useFieldArray({ control: form.control, name: "installments" });
  const lines = useWatch({ control: form.control, name: "installments" }) ?? [];
  const sum = fromKobo(sumOf(lines.map(({ amount }) => toKobo(Number(amount) || 0))));
  const wrong = form.formState.errors.installments;

  function fillIn() {
    const { count = "", first = "", step } = form.getValues();
    const number = Number(count);
    form.clearErrors();
    if (!Number.isInteger(number) || number < 1 || number > mostPlanned)
      form.setError("count", { message: `Must be 1 to ${mostPlanned}` }, { shouldFocus: true });
    else if (first === "") form.setError("first", { message: "Is required" }, { shouldFocus: true });
    else if (!step) form.setError("step", { message: "Choose one" }, { shouldFocus: true });
    else
      replace(
        equalPlan({ total: toKobo(left), count: number, first, step }).map(({ dueDate, amount }) => ({
          dueDate,
          amount: String(fromKobo(amount)),
        })),
      );
  }

  return (
    <>
      <fieldset className="grid gap-x-3 border-b border-line pb-3 sm:grid-cols-3">
        <legend className="pb-1 text-sm text-muted">Begin with equal instalments, and change them below.</legend>
        <TextField form={form} name="count" label="How many" inputMode="numeric" literal />
        <TextField form={form} name="first" label="First due on" type="date" />
        <SelectField form={form} name="step" label="Then every" options={entriesOf(planStepLabels)} />
        <div>
          <Button look="secondary" onClick={fillIn}>
            Fill in
          </Button>
        </div>
      </fieldset>
      {fields.map(({ id }, i) => (
        <fieldset key={id} className="grid grid-cols-2 gap-x-3 sm:grid-cols-[1fr_1fr_auto]">
          <legend className="text-sm font-medium">Instalment {i + 1}</legend>
          <TextField form={form} name={`installments.${i}.dueDate`} label="Due on" type="date" />
          <TextField form={form} name={`installments.${i}.amount`} label="Amount, in naira" literal />
          <div className="sm:pt-7">
            <Button look="quiet" onClick={() => remove(i)}>
              Leave out<span className="sr-only"> instalment {i + 1}</span>
            </Button>
          </div>
        </fieldset>
      ))}
      <div className="flex flex-wrap items-center justify-between gap-3">
        <p aria-live="polite" className="text-sm tabular-nums">
          They come to {nairaText(sum)}; {nairaText(left)} is left to pay.
        </p>
        {fields.length < mostPlanned && (
          <Button look="secondary" onClick={() => append(line)}>
            One more
          </Button>
        )}
      </div>
      <Alert message={wrong?.root?.message ?? wrong?.message ?? null} />
    </>
  );
}
