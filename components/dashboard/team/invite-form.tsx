"use client";

import { TextField } from "@/components/forms/fields";
import { useClosing } from "@/components/forms/lazy-dialog";
import type { Refusal } from "@/components/forms/outcome";
import { SchemaForm } from "@/components/forms/schema-form";
import { useDone } from "@/components/forms/use-done";
import { type InviteInput, inviteInput } from "@/lib/parties/team/schema";
import { chosenOf, type Role, RoleField } from "./role-field";

type Environment = "test" | "live";

export type Inviting = {
  environment: Environment;
  /** Those that whoever looks may give. */
  roles: readonly Role[];
  invite: (environment: Environment, typed: InviteInput) => Promise<unknown | Refusal>;
};

export default function InviteForm({ environment, roles, invite }: Inviting) {
  const done = useDone();
  const closing = useClosing();
  const send = async (typed: InviteInput) =>
    done(await invite(environment, typed), `An invitation is on its way to ${typed.email}.`);
  return (
    <SchemaForm
      schema={inviteInput.extend({ role: chosenOf(roles) })}
      send={(typed) => closing(send(typed))}
      button="Send the invitation"
    >
      {(form) => (
        <>
          <TextField form={form} name="email" label="E-mail address" type="email" literal />
          <RoleField form={form} name="role" roles={roles} />
        </>
      )}
    </SchemaForm>
  );
}
