"use client";

import { ConfirmDialog } from "@/components/forms/confirm-dialog";
import { DialogForm } from "@/components/forms/dialog-form";
import { AreaField } from "@/components/forms/fields";
import { reasonTyped } from "@/lib/surfaces/console/treasury/typed-schema";

type Approving = {
  /** With the digest of the evidence that this page shows. */
  seen: { proposalId: string; evidenceDigest: string };
  does: string;
  /** Null: this one is agreed to elsewhere. */
  approve: ((seen: { proposalId: string; evidenceDigest: string }) => Promise<unknown>) | null;
  reject: (typed: { proposalId: string; reason: string }) => Promise<unknown>;
};

export function DecideProposal({ seen, does, approve, reject }: Approving) {
  return (
    <div className="flex flex-wrap gap-2">
      {approve && (
        <ConfirmDialog
          trigger="Approve"
          look="primary"
          title="Approve this proposal"
          body={does}
          confirm="Approve"
          act={() => approve(seen)}
          said="Approved and done."
        />
      )}
      <DialogForm
        trigger="Reject"
        title="Reject this proposal"
        schema={reasonTyped}
        button="Reject"
        act={({ reason }) => reject({ proposalId: seen.proposalId, reason })}
        said="Rejected."
      >
        {(form) => <AreaField form={form} name="reason" label="Why" hint="For whoever proposed it." />}
      </DialogForm>
    </div>
  );
}
