"use client";

import { z } from "zod";
import { ChangeForm } from "@/components/forms/change-form";
import { AreaField } from "@/components/forms/fields";
import { isRefusal, type Refusal } from "@/components/forms/outcome";

type Props = {
  redirectUris: readonly string[];
  save: (input: { redirectUris: string[] }) => Promise<unknown>;
};

/** One address a line; the action checks each. */
const typed = z.object({ redirectUris: z.string() });

export default function RedirectsForm({ redirectUris, save }: Props) {
  return (
    <ChangeForm
      schema={typed}
      values={{ redirectUris: redirectUris.join("\n") }}
      button="Save"
      act={async (values) => {
        const lines = values.redirectUris.split("\n").flatMap((line) => line.trim() || []);
        const answer = await save({ redirectUris: lines });
        return isRefusal(answer) ? namingLines(answer, lines) : answer;
      }}
      said="The redirect URIs are saved."
    >
      {(form) => (
        <AreaField
          form={form}
          name="redirectUris"
          label="Addresses"
          hint="One per line. Each has to match what your backend sends, character by character."
        />
      )}
    </ChangeForm>
  );
}

/** The action names addresses by their place; the form has one field for all of them. */
function namingLines(refusal: Refusal, lines: readonly string[]): Refusal {
  const [first] = refusal.fields;
  if (!first) return refusal;
  const line = lines[Number(first.field.split(".")[1])];
  return { ...refusal, fields: [{ field: "redirectUris", error: line ? `${line}: ${first.error}` : first.error }] };
}
