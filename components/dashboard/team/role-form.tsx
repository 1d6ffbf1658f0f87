"use client";

import { useClosing } from "@/components/forms/lazy-dialog";
import type { Refusal } from "@/components/forms/outcome";
import { SchemaForm } from "@/components/forms/schema-form";
import { useDone } from "@/components/forms/use-done";
import { type ChangeRoleInput, changeRoleInput } from "@/lib/parties/team/schema";
import { roleLabels } from "@/lib/terms/users/constants";
import { chosenOf, type Role, RoleField } from "./role-field";

type Environment = "test" | "live";

export type ChangingRole = {
  environment: Environment;
  member: { id: string; name: string; role: Role };
  /** Those that whoever looks may give. */
  roles: readonly Role[];
  change: (environment: Environment, typed: ChangeRoleInput) => Promise<unknown | Refusal>;
};

export default function RoleForm({ environment, member, roles, change }: ChangingRole) {
  const done = useDone();
  const closing = useClosing();
  const send = async (typed: ChangeRoleInput) =>
    done(await change(environment, typed), `${member.name} is now ${roleLabels[typed.role]}.`);
  return (
    <SchemaForm
      schema={changeRoleInput.extend({ role: chosenOf(roles) })}
      values={{ userId: member.id }}
      send={(typed) => closing(send(typed))}
      button="Change role"
    >
      {(form) => (
        <>
          <p className="text-sm">Now {roleLabels[member.role]}. The change holds at once, without signing in again.</p>
          <RoleField form={form} name="role" roles={roles} />
        </>
      )}
    </SchemaForm>
  );
}
