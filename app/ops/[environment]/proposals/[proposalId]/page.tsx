import Link from "next/link";
import { operatorAt } from "@/app/ops/operator";
import { orNotFound } from "@/app/or-not-found";
import { FileLink } from "@/components/ops/file-link";
import { UnseenItems } from "@/components/ops/kyc/proposal-card";
import { ProposalView } from "@/components/ops/proposals/proposal-view";
import { LabelBadge } from "@/components/staff/label-badge";
import { PageHeader } from "@/components/ui/page-header";
import { readCase } from "@/lib/surfaces/console/kyc/read-case";
import { readProposalAt } from "@/lib/surfaces/console/proposals/read-proposal";
import { proposalLabels, proposalWords, subjectName, subjectPage } from "@/lib/terms/proposals/words";
import { approve, reject } from "./actions";

export const metadata = { title: "Proposal" };

export default async function ProposalPage({ params }: PageProps<"/ops/[environment]/proposals/[proposalId]">) {
  const at = await operatorAt(params);
  const proposal = await orNotFound(readProposalAt(at, (await params).proposalId));
  const { kind, status, subjectId } = proposal;
  const { title, does } = proposalWords[kind];
  const base = `/ops/${at.environment}`;
  const approved = kind === "KYC_APPROVE" ? await readCase({ ...at, merchantId: subjectId }) : null;
  const ofCase = approved?.proposals.find(({ id }) => id === proposal.id);
  const about = (
    <Link href={`${base}/${subjectPage(proposal)}`} prefetch={false} className="underline underline-offset-4">
      {subjectName(proposal)}
    </Link>
  );
  return (
    <>
      <PageHeader
        title={title}
        state={<LabelBadge of={proposalLabels[status]} />}
        back={{ href: `${base}/proposals`, label: "Proposals" }}
        lead={does}
      />
      <ProposalView
        proposal={proposal}
        about={about}
        papers={
          ofCase ? (
            <UnseenItems {...ofCase} />
          ) : (
            kind === "LOAN_MANDATE" &&
            at.may("pay") && (
              <FileLink href={`${base}/treasury/loans/${subjectId}/signed-form`}>Look at the signed form</FileLink>
            )
          )
        }
        approve={approve.bind(null, at.environment)}
        reject={reject.bind(null, at.environment)}
      />
    </>
  );
}
