"use client";

import { z } from "zod";
import { TextField } from "@/components/forms/fields";
import type { Outcome } from "@/components/forms/outcome";
import { SchemaForm } from "@/components/forms/schema-form";

/** As typed; the action says what is wrong with it. */
const typed = z.object({ origin: z.string().trim().min(1, "Is required") });

export default function OriginForm({ example, send }: { example: string; send: (origin: string) => Promise<Outcome> }) {
  return (
    <SchemaForm schema={typed} values={{ origin: "" }} button="Add it" send={({ origin }) => send(origin)}>
      {(form) => (
        <TextField
          form={form}
          name="origin"
          label="Origin"
          inputMode="url"
          literal
          placeholder={example}
          hint="Scheme, host and port of your page, without a path."
        />
      )}
    </SchemaForm>
  );
}
