import Link from "next/link";
import { operatorAt } from "@/app/ops/operator";
import { orNotFound } from "@/app/or-not-found";
import { FileLink } from "@/components/ops/file-link";
import { DecideProposal } from "@/components/ops/proposals/decide-proposal";
import { Evidence } from "@/components/staff/evidence";
import { LabelBadge } from "@/components/staff/label-badge";
import { Card } from "@/components/ui/card";
import { Facts } from "@/components/ui/facts";
import { Moment } from "@/components/ui/moment";
import { PageHeader } from "@/components/ui/page-header";
import { readProposalAt } from "@/lib/surfaces/console/proposals/read-proposal";
import { proposalLabels, proposalWords, subjectPage } from "@/lib/terms/proposals/words";
import { approve, reject } from "./actions";

export const metadata = { title: "Proposal" };

export default async function ProposalPage({ params }: PageProps<"/ops/[environment]/proposals/[proposalId]">) {
  const at = await operatorAt(params);
  const proposal = await orNotFound(readProposalAt(at, (await params).proposalId));
  const { id, kind, status, evidenceDigest, evidenceChanged, isOwn, mayDecide, agreedBy } = proposal;
  const { title, does } = proposalWords[kind];
  const base = `/ops/${at.environment}`;
  const isOpen = status === "OPEN";
  return (
    <>
      <PageHeader
        title={title}
        state={<LabelBadge of={proposalLabels[status]} />}
        back={{ href: `${base}/proposals`, label: "Proposals" }}
        lead={does}
      />
      <Card title="Proposed">
        <Facts
          items={[
            ["By", proposal.proposedBy.name],
            ["When", <Moment key="" at={proposal.proposedAt} />],
            ["Why", proposal.reason],
            [
              "About",
              <Link
                key=""
                href={`${base}/${subjectPage(proposal)}`}
                prefetch={false}
                className="underline underline-offset-4"
              >
                {String(
                  proposal.evidence.reference ??
                    proposal.evidence.lender ??
                    proposal.evidence.business ??
                    proposal.subjectId,
                )}
              </Link>,
            ],
            [isOpen ? "Lapses" : "Decided", <End key="" {...proposal} />],
            ["By whom", proposal.decidedBy?.name ?? null],
            ["Because", proposal.note],
          ]}
        />
      </Card>
      {Object.keys(proposal.input).length > 0 && (
        <Card title="What would be done">
          <Evidence evidence={proposal.input} />
        </Card>
      )}
      <Card title="What was seen">
        <Evidence evidence={proposal.evidence} />
        {kind === "LOAN_MANDATE" && at.may("pay") && (
          <FileLink href={`${base}/treasury/loans/${proposal.subjectId}/signed-form`}>Look at the signed form</FileLink>
        )}
        {evidenceChanged && (
          <p role="status" className="rounded-lg border border-warning bg-warning-soft p-3 text-sm">
            This has changed since: approving it would clear it. Look at what it is about, and propose it anew.
          </p>
        )}
      </Card>
      {isOpen && isOwn && <p className="text-sm text-muted">You proposed this: another operator decides.</p>}
      {mayDecide && agreedBy && <p className="max-w-prose text-sm">{agreedBy}</p>}
      {mayDecide && (
        <DecideProposal
          seen={{ proposalId: id, evidenceDigest }}
          does={does}
          approve={agreedBy ? null : approve.bind(null, at.environment)}
          reject={reject.bind(null, at.environment)}
        />
      )}
    </>
  );
}

function End({ decidedAt, expiresAt }: { decidedAt: string | null; expiresAt: string }) {
  return <Moment at={decidedAt ?? expiresAt} />;
}
