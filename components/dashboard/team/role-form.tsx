"use client";

import { ChangeForm } from "@/components/forms/change-form";
import { type ChangeRoleInput, changeRoleInput } from "@/lib/parties/team/schema";
import { roleLabels } from "@/lib/terms/users/constants";
import { chosenOf, type Role, RoleField } from "./role-field";

type Props = {
  member: { id: string; name: string; role: Role };
  roles: readonly Role[];
  change: (typed: ChangeRoleInput) => Promise<unknown>;
};

export default function RoleForm({ member, roles, change }: Props) {
  return (
    <ChangeForm
      schema={changeRoleInput.extend({ role: chosenOf(roles) })}
      values={{ userId: member.id }}
      act={change}
      said={({ role }) => `${member.name} is now ${roleLabels[role]}.`}
      button="Change role"
    >
      {(form) => (
        <>
          <p className="text-sm">Now {roleLabels[member.role]}. The change holds at once, without signing in again.</p>
          <RoleField form={form} name="role" roles={roles} />
        </>
      )}
    </ChangeForm>
  );
}
