"use client";

import { ConfirmDialog } from "@/components/forms/confirm-dialog";
import type { Refusal } from "@/components/forms/outcome";
import { useDone } from "@/components/forms/use-done";
import type { InviteInput, WithdrawInput } from "@/lib/parties/team/schema";
import type { Role } from "./role-field";

type Environment = "test" | "live";

/** What can be done about an invitation that nobody has accepted yet. */
export function InvitationRow(props: {
  environment: Environment;
  invitation: { id: string; email: string; role: Role };
  again: (environment: Environment, typed: InviteInput) => Promise<unknown | Refusal>;
  withdraw: (environment: Environment, typed: WithdrawInput) => Promise<unknown | Refusal>;
}) {
  const { environment, invitation, again, withdraw } = props;
  const { id: invitationId, email, role } = invitation;
  const done = useDone();
  return (
    <span className="inline-flex flex-wrap justify-end gap-x-4">
      <ConfirmDialog
        trigger="Send again"
        look="quiet"
        title={`Write to ${email} again?`}
        body="The new mail works for seven days, and the link in the earlier one no longer does."
        confirm="Send again"
        run={async () => done(await again(environment, { email, role }), `Another mail is on its way to ${email}.`)}
      />
      <ConfirmDialog
        trigger="Withdraw"
        look="quiet"
        title={`Withdraw the invitation of ${email}?`}
        body="The link in the mail no longer works then."
        confirm="Withdraw"
        danger
        run={async () => done(await withdraw(environment, { invitationId }), "The invitation is withdrawn.")}
      />
    </span>
  );
}
