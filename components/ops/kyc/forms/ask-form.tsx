"use client";

import { type UseFormReturn, useFieldArray } from "react-hook-form";
import { AreaField, SelectField } from "@/components/forms/fields";
import { SchemaForm } from "@/components/forms/schema-form";
import { type Case, useDecision } from "@/components/ops/kyc/use-decision";
import { Button } from "@/components/ui/button";
import { type AskTyped, askTyped } from "@/lib/surfaces/console/kyc/decision-schema";
import { askLabels } from "@/lib/terms/kyc/review-reasons";
import { entriesOf } from "@/lib/terms/table";

type Props = {
  about: Case;
  /** What can be asked for again. */
  askable: readonly (readonly [value: string, label: string])[];
  reopens: boolean;
  send: (typed: AskTyped & Case) => Promise<unknown>;
};

const empty = { about: "", reason: "" as AskTyped["questions"][number]["reason"], words: "" };

export default function AskForm({ about, askable, reopens, send }: Props) {
  const decide = useDecision();
  return (
    <SchemaForm
      schema={askTyped}
      values={{ questions: [empty], note: "" }}
      send={(typed) => decide(send({ ...typed, ...about }), "The merchant is asked.")}
      button={reopens ? "Propose" : "Ask the merchant"}
    >
      {(form) => (
        <>
          <Questions form={form} askable={askable} />
          {reopens && <AreaField form={form} name="note" label="Why" hint="For the operator who decides." />}
        </>
      )}
    </SchemaForm>
  );
}

function Questions({ form, askable }: { form: UseFormReturn<AskTyped> } & Pick<Props, "askable">) {
  const { fields, append, remove } = useFieldArray({ control: form.control, name: "questions" });
  return (
    <>
      {fields.map(({ id }, i) => (
        <fieldset key={id} className="flex flex-col gap-3 border-t border-line pt-3 first:border-0 first:pt-0">
          <legend className="sr-only">Item {i + 1}</legend>
          <SelectField form={form} name={`questions.${i}.about`} label="What" options={askable} />
          <SelectField form={form} name={`questions.${i}.reason`} label="Why" options={entriesOf(askLabels)} />
          <AreaField
            form={form}
            name={`questions.${i}.words`}
            label="In your words"
            hint="The merchant reads them after the reason."
          />
          {fields.length > 1 && (
            <div>
              <Button look="quiet" onClick={() => remove(i)}>
                Leave this out
              </Button>
            </div>
          )}
        </fieldset>
      ))}
      <div>
        <Button look="secondary" onClick={() => append(empty)}>
          Ask for one more
        </Button>
      </div>
    </>
  );
}
