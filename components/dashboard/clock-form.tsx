"use client";

import { z } from "zod";
import { TextField } from "@/components/forms/fields";
import { useClosing } from "@/components/forms/lazy-dialog";
import type { Outcome } from "@/components/forms/outcome";
import { SchemaForm } from "@/components/forms/schema-form";

const mostDays = 400;

const typed = z.object({
  days: z.string().refine((text) => /^\d{1,3}$/.test(text) && Number(text) >= 1 && Number(text) <= mostDays, {
    error: `Must be a whole number from 1 to ${mostDays}`,
  }),
});

/** By how many days to move the clock. */
export default function ClockForm({ send }: { send: (days: number) => Promise<Outcome> }) {
  const closing = useClosing();
  return (
    <SchemaForm schema={typed} values={{ days: "" }} button="Move it" send={({ days }) => closing(send(Number(days)))}>
      {(form) => (
        <TextField
          form={form}
          name="days"
          label="Days"
          inputMode="numeric"
          hint={`Up to ${mostDays} at a time. The clock never goes back.`}
        />
      )}
    </SchemaForm>
  );
}
