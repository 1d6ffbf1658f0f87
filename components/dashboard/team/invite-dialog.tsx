"use client";

import { useDone } from "@/components/dashboard/use-done";
import { DialogForm } from "@/components/forms/dialog-form";
import { TextField } from "@/components/forms/fields";
import type { Refusal } from "@/components/forms/outcome";
import { type InviteInput, inviteInput } from "@/lib/team/schema";
import { type Role, RoleField } from "./role-field";

type Environment = "test" | "live";

/** A button that invites somebody into the team. */
export function InviteDialog(props: {
  environment: Environment;
  roles: readonly Role[];
  invite: (environment: Environment, typed: InviteInput) => Promise<unknown | Refusal>;
}) {
  const { environment, roles, invite } = props;
  const done = useDone();
  return (
    <DialogForm
      trigger="Invite somebody"
      look="primary"
      title="Invite somebody"
      schema={inviteInput}
      send={async (typed) => done(await invite(environment, typed), `An invitation is on its way to ${typed.email}.`)}
      button="Send the invitation"
    >
      {(form) => (
        <>
          <TextField form={form} name="email" label="E-mail address" type="email" literal />
          <RoleField form={form} name="role" roles={roles} />
        </>
      )}
    </DialogForm>
  );
}
