"use client";

import { ChangeForm } from "@/components/forms/change-form";
import { TextField } from "@/components/forms/fields";
import { type RenameAccountInput, renameAccountInput } from "@/lib/parties/people/account-schema";

type Props = { name: string; rename: (typed: RenameAccountInput) => Promise<unknown> };

export function NameForm({ name, rename }: Props) {
  return (
    <ChangeForm
      schema={renameAccountInput}
      values={{ businessName: name }}
      act={rename}
      said="Your name is saved."
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
    </ChangeForm>
  );
}
