"use client";

import { z } from "zod";
import { AreaField } from "@/components/forms/fields";
import { useClosing } from "@/components/forms/lazy-dialog";
import type { Refusal } from "@/components/forms/outcome";
import { SchemaForm } from "@/components/forms/schema-form";
import { useChange } from "@/components/forms/use-change";

type Environment = "test" | "live";

type Props = {
  environment: Environment;
  redirectUris: readonly string[];
  save: (environment: Environment, input: { redirectUris: string[] }) => Promise<unknown>;
};

/** One address a line; the action checks each. */
const typed = z.object({ redirectUris: z.string() });

/** Where merchants are sent back to after they consented. */
export default function RedirectsForm({ environment, redirectUris, save }: Props) {
  const change = useChange();
  const closing = useClosing();
  return (
    <SchemaForm
      schema={typed}
      values={{ redirectUris: redirectUris.join("\n") }}
      button="Save"
      send={async (values) => {
        const lines = values.redirectUris.split("\n").flatMap((line) => line.trim() || []);
        const outcome = await closing(
          change(save(environment, { redirectUris: lines }), "The redirect URIs are saved."),
        );
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
