"use client";

import { useDone } from "@/components/dashboard/use-done";
import { ConfirmDialog } from "@/components/forms/confirm-dialog";
import { DialogForm } from "@/components/forms/dialog-form";
import type { Refusal } from "@/components/forms/outcome";
import { type ChangeRoleInput, changeRoleInput, type RemoveStaffInput } from "@/lib/team/schema";
import { roleNames } from "@/lib/users/constants";
import { type Role, RoleField } from "./role-field";

type Environment = "test" | "live";

/** What can be done about a member of the team; nothing where no role can be given. */
export function MemberRow(props: {
  environment: Environment;
  member: { id: string; name: string; role: Role };
  /** Those that whoever looks may give. */
  roles: readonly Role[];
  change: (environment: Environment, typed: ChangeRoleInput) => Promise<unknown | Refusal>;
  remove: (environment: Environment, typed: RemoveStaffInput) => Promise<unknown | Refusal>;
}) {
  const { environment, member, roles, change, remove } = props;
  const { id: userId, name } = member;
  const done = useDone();
  if (roles.length === 0) return null;
  return (
    <span className="inline-flex flex-wrap justify-end gap-x-4">
      <DialogForm
        trigger="Change role"
        look="quiet"
        title={`Another role for ${name}`}
        schema={changeRoleInput}
        values={{ userId }}
        send={async (typed) => done(await change(environment, typed), `${name} is now ${roleNames[typed.role]}.`)}
        button="Change role"
      >
        {(form) => (
          <>
            <p className="text-sm">Now {roleNames[member.role]}. The change holds at once, without signing in again.</p>
            <RoleField form={form} name="role" roles={roles} />
          </>
        )}
      </DialogForm>
      <ConfirmDialog
        trigger="Remove"
        look="quiet"
        title={`Remove ${name} from the team?`}
        body="Their account is deleted, their sessions end at once, and so do invitations that they have sent. What they did stays in the audit log."
        confirm="Remove"
        danger
        run={async () => done(await remove(environment, { userId }), `${name} is no longer in the team.`)}
      />
    </span>
  );
}
