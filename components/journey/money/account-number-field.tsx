"use client";

import type { FieldValues, Path, PathValue, UseFormReturn } from "react-hook-form";
import { controlLook, Field } from "@/components/forms/field";

/** The ten digits of an account. Spaces and dashes that come with a pasted number are left out. */
export function AccountNumberField<Values extends FieldValues>(props: {
  form: UseFormReturn<Values>;
  name: Path<Values>;
  label: string;
}) {
  const { form, name, label } = props;
  const registered = form.register(name, {
    onChange: ({ target }) => {
      const digits = String(target.value).replace(/\D/g, "");
      if (digits !== target.value) form.setValue(name, digits as PathValue<Values, Path<Values>>);
    },
  });
  return (
    <Field form={form} name={name} label={label} hint="The 10 digits of your NUBAN." autoComplete="off">
      {(control) => (
        <input
          {...registered}
          {...control}
          type="text"
          inputMode="numeric"
          autoComplete="off"
          autoCorrect="off"
          spellCheck={false}
          className={`${controlLook} text-xl tracking-widest tabular-nums`}
        />
      )}
    </Field>
  );
}
