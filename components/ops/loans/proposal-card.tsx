"use client";

import { ConfirmDialog } from "@/components/forms/confirm-dialog";
import { DialogForm } from "@/components/forms/dialog-form";
import { AreaField } from "@/components/forms/fields";
import { Evidence } from "@/components/staff/evidence";
import { Card } from "@/components/ui/card";
import { Moment } from "@/components/ui/moment";
import type { ProposalAnswer } from "@/lib/lending/proposals/schema";
import { rejectTyped } from "@/lib/surfaces/console/loans/acts-schema";
import { proposedLabels } from "@/lib/terms/console/words";

type Proposal = Pick<
  ProposalAnswer,
  "id" | "kind" | "reason" | "input" | "evidence" | "evidenceDigest" | "evidenceChanged" | "proposedBy" | "proposedAt"
>;

type Props = {
  proposal: Proposal;
  /** Whoever looks proposed it: another decides. */
  own: boolean;
  may: boolean;
  approve: (input: { proposalId: string; evidenceDigest: string }) => Promise<unknown>;
  reject: (input: { proposalId: string; reason: string }) => Promise<unknown>;
};

/** What waits for a second operator, with what it rests on. */
export function ProposalCard({ proposal, own, may, approve, reject }: Props) {
  const { id: proposalId, kind, reason, input, evidence, evidenceDigest, evidenceChanged } = proposal;
  const title = proposedLabels[kind] ?? kind;
  return (
    <Card
      title={`Proposed: ${title}`}
      aside={
        !own &&
        may && (
          <div className="flex flex-wrap gap-2">
            <ConfirmDialog
              trigger="Approve"
              look="primary"
              title={`Approve: ${title}`}
              body={`It is done at once, on the evidence shown here. ${reason}`}
              confirm="Approve"
              act={() => approve({ proposalId, evidenceDigest })}
              said="It is approved, and done."
            />
            <DialogForm
              trigger="Reject"
              title={`Reject: ${title}`}
              schema={rejectTyped}
              button="Reject"
              act={(typed) => reject({ ...typed, proposalId })}
              said="The proposal is rejected."
            >
              {(form) => <AreaField form={form} name="reason" label="Why" />}
            </DialogForm>
          </div>
        )
      }
    >
      <p className="max-w-prose text-sm">
        {proposal.proposedBy.name} proposed this, <Moment at={proposal.proposedAt} />: {reason}
      </p>
      {own && <p className="text-sm text-muted">Another operator decides.</p>}
      {evidenceChanged && (
        <p className="text-sm text-warning">The loan has changed since: it cannot be approved any more.</p>
      )}
      <Evidence evidence={{ ...input, ...evidence }} />
    </Card>
  );
}
