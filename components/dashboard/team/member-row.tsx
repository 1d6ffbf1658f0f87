"use client";

import { ConfirmDialog } from "@/components/forms/confirm-dialog";
import { lazyDialog } from "@/components/forms/lazy-dialog";
import type { Refusal } from "@/components/forms/outcome";
import { useDone } from "@/components/forms/use-done";
import type { RemoveStaffInput } from "@/lib/parties/team/schema";
import type { ChangingRole } from "./role-form";

const RoleDialog = lazyDialog(() => import("./role-form"));

/** What can be done about a member of the team; nothing where no role can be given. */
export function MemberRow(
  props: ChangingRole & {
    remove: (environment: ChangingRole["environment"], typed: RemoveStaffInput) => Promise<unknown | Refusal>;
  },
) {
  const { environment, member, roles, change, remove } = props;
  const { id: userId, name } = member;
  const done = useDone();
  if (roles.length === 0) return null;
  return (
    <span className="inline-flex flex-wrap justify-end gap-x-4">
      <RoleDialog
        trigger="Change role"
        look="quiet"
        title={`Another role for ${name}`}
        given={{ environment, member, roles, change }}
      />
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
