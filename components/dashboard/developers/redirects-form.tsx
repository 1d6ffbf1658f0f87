"use client";

import { z } from "zod";
import { AreaField } from "@/components/forms/fields";
import type { Outcome, Refusal } from "@/components/forms/outcome";
import { SchemaForm } from "@/components/forms/schema-form";

type Props = { redirectUris: readonly string[]; send: (redirectUris: string[]) => Promise<Outcome> };

/** One address a line; the action checks each. */
const typed = z.object({ redirectUris: z.string() });

export default function RedirectsForm({ redirectUris, send }: Props) {
  return (
    <SchemaForm
      schema={typed}
      values={{ redirectUris: redirectUris.join("\n") }}
      button="Save"
      send={async (values) => {
        const lines = values.redirectUris.split("\n").flatMap((line) => line.trim() || []);
        const outcome = await send(lines);
        return "refused" in outcome ? namingLines(outcome, lines) : outcome;
      }}
    >
      {(form) => (
        <AreaField
          form={form}
          name="redirectUris"
          label="Addresses"
          hint="One per line. Each has to match what your backend sends, character by character."
        />
      )}
    </SchemaForm>
  );
}

/** The action names addresses by their place; the form has one field for all of them. */
function namingLines(refusal: Refusal, lines: readonly string[]): Refusal {
  const [first] = refusal.fields;
  if (!first) return refusal;
  const line = lines[Number(first.field.split(".")[1])];
  return { ...refusal, fields: [{ field: "redirectUris", error: line ? `${line}: ${first.error}` : first.error }] };
}
