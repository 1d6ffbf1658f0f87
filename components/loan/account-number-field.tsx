"use client";

import type { UseFormReturn } from "react-hook-form";
import { controlLook, Field } from "@/components/forms/field";

/** The ten digits of an account; spaces and dashes of a pasted number are dropped. */
export function AccountNumberField({ form }: { form: UseFormReturn<{ bankCode: string; accountNumber: string }> }) {
  const registered = form.register("accountNumber", {
    onChange: ({ target }) => {
      const digits = String(target.value).replace(/\D/g, "");
      if (digits !== target.value) form.setValue("accountNumber", digits);
    },
  });
  return (
    <Field form={form} name="accountNumber" label="Account number" hint="The 10 digits of your NUBAN.">
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
