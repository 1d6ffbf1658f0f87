"use client";

import { ChangeForm } from "@/components/forms/change-form";
import { AreaField, SelectField } from "@/components/forms/fields";
import { type RoleTyped, roleTyped } from "@/lib/surfaces/console/parties/schema";
import { operatorRoleLabels } from "@/lib/terms/users/constants";

type Props = {
  person: { id: string; role: keyof typeof operatorRoleLabels };
  propose: (typed: RoleTyped) => Promise<unknown>;
};

export default function OperatorRoleForm({ person: { id: userId, role }, propose }: Props) {
  return (
    <ChangeForm
      schema={roleTyped}
      values={{ userId }}
      act={propose}
      said="Proposed: another administrator decides."
      button="Propose it"
    >
      {(form) => (
        <>
          <p className="text-sm">Now {operatorRoleLabels[role]}. Another role holds at once when it is approved.</p>
          <SelectField form={form} name="role" label="Role" options={Object.entries(operatorRoleLabels)} />
          <AreaField form={form} name="reason" label="Reason" hint="For whoever decides." />
        </>
      )}
    </ChangeForm>
  );
}
