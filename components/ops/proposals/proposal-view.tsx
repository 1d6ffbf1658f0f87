import type { ReactNode } from "react";
import { Evidence } from "@/components/staff/evidence";
import { Card } from "@/components/ui/card";
import { Facts } from "@/components/ui/facts";
import { Moment } from "@/components/ui/moment";
import type { ProposalAnswer } from "@/lib/lending/proposals/schema";
import { proposalWords } from "@/lib/terms/proposals/words";
import { DecideProposal, type Deciding } from "./decide-proposal";

type Props = {
  proposal: ProposalAnswer & {
    isOwn: boolean;
    mayDecide: boolean;
    /** How else it is agreed to, where approving here is not enough. */
    agreedBy: string | null;
  };
  title?: string;
  /** What it is about, where that is not the page itself. */
  about?: ReactNode;
  /** What else whoever decides has to look at. */
  papers?: ReactNode;
} & Deciding;

/** A proposal as whoever decides about it has to see it: what would be done stands apart from what was seen. */
export function ProposalView({ proposal, title = "Proposed", about, papers, approve, reject }: Props) {
  const { id: proposalId, kind, status, input, evidence, evidenceDigest, evidenceChanged, agreedBy } = proposal;
  const { does } = proposalWords[kind];
  const isOpen = status === "OPEN";
  return (
    <>
      <Card title={title}>
        <Facts
          items={[
            ["By", proposal.proposedBy.name],
            ["When", <Moment key="" at={proposal.proposedAt} />],
            ["Why", proposal.reason],
            ["About", about ?? null],
            [isOpen ? "Lapses" : "Decided", <Moment key="" at={proposal.decidedAt ?? proposal.expiresAt} />],
            ["By whom", proposal.decidedBy?.name ?? null],
            ["Because", proposal.note],
          ]}
        />
      </Card>
      {Object.keys(input).length > 0 && (
        <Card title="What would be done">
          <Evidence evidence={input} />
        </Card>
      )}
      <Card title="What was seen">
        <Evidence evidence={evidence} />
        {papers}
        {evidenceChanged && (
          <p role="status" className="rounded-lg border border-warning bg-warning-soft p-3 text-sm">
            This has changed since: approving it would clear it. Look at what it is about, and propose it anew.
          </p>
        )}
      </Card>
      {isOpen && proposal.isOwn && <p className="text-sm text-muted">You proposed this: another operator decides.</p>}
      {proposal.mayDecide && agreedBy && <p className="max-w-prose text-sm">{agreedBy}</p>}
      {proposal.mayDecide && (
        <DecideProposal
          seen={{ proposalId, evidenceDigest }}
          does={does}
          approve={agreedBy ? null : approve}
          reject={reject}
        />
      )}
    </>
  );
}
