"use client";

import { TextField } from "@/components/forms/fields";
import { SchemaForm } from "@/components/forms/schema-form";
import { useDone } from "@/components/forms/use-done";
import { type RenameAccountInput, renameAccountInput } from "@/lib/parties/people/account-schema";

type Props = { name: string; rename: (typed: RenameAccountInput) => Promise<unknown> };

/** The name of the account, to be changed. */
export function NameForm({ name, rename }: Props) {
  const done = useDone();
  return (
    <SchemaForm
      schema={renameAccountInput}
      values={{ businessName: name }}
      send={async (typed) => done(await rename(typed), "Your name is saved.")}
      button="Save"
    >
      {(form) => (
        <TextField
          form={form}
          name="businessName"
          label="Business name"
          hint="The name of your account. Each shop keeps its own name"
          autoComplete="organization"
        />
      )}
    </SchemaForm>
  );
}
