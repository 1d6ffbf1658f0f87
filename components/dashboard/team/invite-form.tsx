"use client";

import { ChangeForm } from "@/components/forms/change-form";
import { TextField } from "@/components/forms/fields";
import { type InviteInput, inviteInput } from "@/lib/parties/team/schema";
import { chosenOf, type Role, RoleField } from "./role-field";

type Props = {
  roles: readonly Role[];
  invite: (typed: InviteInput) => Promise<unknown>;
};

export default function InviteForm({ roles, invite }: Props) {
  return (
    <ChangeForm
      schema={inviteInput.extend({ role: chosenOf(roles) })}
      act={invite}
      said={({ email }) => `An invitation is on its way to ${email}.`}
      button="Send the invitation"
    >
      {(form) => (
        <>
          <TextField form={form} name="email" label="E-mail address" type="email" literal />
          <RoleField form={form} name="role" roles={roles} />
        </>
      )}
    </ChangeForm>
  );
}
