"use client";

import { z } from "zod";
import { ChangeForm } from "@/components/forms/change-form";
import { TextField } from "@/components/forms/fields";

const mostDays = 400;

const typed = z.object({
  days: z.string().refine((text) => /^\d{1,3}$/.test(text) && Number(text) >= 1 && Number(text) <= mostDays, {
    error: `Must be a whole number from 1 to ${mostDays}`,
  }),
});

export default function ClockForm({
  move,
  said,
}: {
  move: (days: number) => Promise<unknown>;
  said: (answer: unknown) => string;
}) {
  return (
    <ChangeForm
      schema={typed}
      values={{ days: "" }}
      button="Move it"
      act={({ days }) => move(Number(days))}
      said={(_, answer) => said(answer)}
    >
      {(form) => (
        <TextField
          form={form}
          name="days"
          label="Days"
          inputMode="numeric"
          hint={`Up to ${mostDays} at a time. The clock never goes back.`}
        />
      )}
    </ChangeForm>
  );
}
