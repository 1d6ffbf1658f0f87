import type { ComponentProps } from "react";
import { DecideProposal } from "@/components/ops/proposals/decide-proposal";
import { Card } from "@/components/ui/card";
import { Moment } from "@/components/ui/moment";
import type { CaseProposal } from "@/lib/surfaces/console/kyc/case-schema";

type Props = { of: string; proposal: CaseProposal; may: boolean } & Pick<
  ComponentProps<typeof DecideProposal>,
  "approve" | "reject"
>;

/** What one operator has proposed about a case, for another to decide. */
export function ProposalCard({ of, proposal, may, approve, reject }: Props) {
  const { id, title, does, reason, by, at, mine, evidenceDigest, evidenceChanged, asked, unseen } = proposal;
  return (
    <Card title={`Proposed: ${title}`}>
      <p className="text-sm">
        {by}, <Moment at={at} />: {reason}
      </p>
      {asked.length > 0 && (
        <ul className="list-disc ps-4 text-sm">
          {asked.map((message) => (
            <li key={message}>{message}</li>
          ))}
        </ul>
      )}
      <UnseenItems {...{ by, unseen }} />
      {evidenceChanged && (
        <p role="note" className="text-sm font-medium text-bad">
          What it rests on has changed since: approving it would clear it.
        </p>
      )}
      {mine && <p className="text-sm text-muted">You proposed this: another operator decides.</p>}
      {!mine && may && (
        <DecideProposal
          seen={{ proposalId: id, evidenceDigest }}
          called={`what is proposed about ${of}`}
          {...{ does, approve, reject }}
        />
      )}
    </Card>
  );
}

/** What of a case the second of two operators would be the first but the proposer to look at. */
export function UnseenItems({ by, unseen }: Pick<CaseProposal, "by" | "unseen">) {
  if (unseen.length === 0) return null;
  return (
    <p role="note" className="text-sm font-medium text-bad">
      Nobody but {by} has accepted: {unseen.join(", ")}
    </p>
  );
}
