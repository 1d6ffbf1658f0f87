"use client";

import { ChangeForm } from "@/components/forms/change-form";
import { AreaField, SelectField, TextField } from "@/components/forms/fields";
import { type NewOperatorTyped, newOperatorTyped } from "@/lib/surfaces/console/parties/schema";
import { operatorRoleLabels } from "@/lib/terms/users/constants";

type Props = { propose: (typed: NewOperatorTyped) => Promise<unknown> };

export default function OperatorForm({ propose }: Props) {
  return (
    <ChangeForm
      schema={newOperatorTyped}
      act={propose}
      said="Proposed: another administrator decides."
      button="Propose it"
    >
      {(form) => (
        <>
          <TextField
            form={form}
            name="email"
            label="E-mail address"
            type="email"
            literal
            hint="The link to choose a password goes there."
          />
          <TextField form={form} name="name" label="Name" />
          <SelectField form={form} name="role" label="Role" options={Object.entries(operatorRoleLabels)} />
          <AreaField form={form} name="reason" label="Reason" hint="For whoever decides." />
        </>
      )}
    </ChangeForm>
  );
}
