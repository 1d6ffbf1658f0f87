import Link from "next/link";
import {
  actOnLoan,
  noteLoanContact,
  previewLoanAct,
  recordLoanComplaint,
  takeLoanPromise,
} from "@/app/ops/[environment]/loans/actions";
import { approve, reject } from "@/app/ops/[environment]/proposals/[proposalId]/actions";
import { operatorAt } from "@/app/ops/operator";
import { orNotFound } from "@/app/or-not-found";
import { ActDialogs } from "@/components/ops/loans/act-dialog";
import { ContactDialogs } from "@/components/ops/loans/contact-dialogs";
import { LoanFacts, LoanSchedule, PromiseCard } from "@/components/ops/loans/loan-cards";
import { StoryTable } from "@/components/ops/loans/story-table";
import { ProposalView } from "@/components/ops/proposals/proposal-view";
import { LabelBadge } from "@/components/staff/label-badge";
import { buttonLook } from "@/components/ui/button";
import { Card } from "@/components/ui/card";
import { FilterBar } from "@/components/ui/filter-bar";
import { PageHeader } from "@/components/ui/page-header";
import { readLoanForOperators } from "@/lib/surfaces/console/loans/read-loan";
import { readStory } from "@/lib/surfaces/console/loans/read-story";
import { storyQuery } from "@/lib/surfaces/console/loans/story-query";
import { actsFor } from "@/lib/terms/console/acts";
import { complaintStateLabels } from "@/lib/terms/console/complaints";
import { storyKinds } from "@/lib/terms/console/story";
import { storyKindLabels } from "@/lib/terms/console/words";
import { loanLabels } from "@/lib/terms/dashboard/labels";
import { isPayable } from "@/lib/terms/loans/states";
import { proposalWords } from "@/lib/terms/proposals/words";

export const metadata = { title: "Loan" };

const entriesOnPage = 50;

export default async function LoanPage({ params, searchParams }: PageProps<"/ops/[environment]/loans/[loanId]">) {
  const at = await operatorAt(params);
  const { environment, may } = at;
  const { loanId } = await params;
  const { kind, at: cutAt, key } = storyQuery.parse(await searchParams);
  const loan = await orNotFound(readLoanForOperators(at, loanId));
  const after = cutAt && key ? { at: cutAt, key } : undefined;
  const { entries, next } = await readStory(loanId, { kind, after, limit: entriesOnPage });
  const path = `/ops/${environment}/loans/${loanId}`;
  const older = next && `${path}?${new URLSearchParams({ ...(kind && { kind }), ...next })}`;
  const collects = may("collect");
  return (
    <>
      <PageHeader
        title={loan.reference}
        state={<LabelBadge of={loanLabels[loan.status]} />}
        back={{ href: `/ops/${environment}/loans`, label: "Loans" }}
        lead={`Lent to ${loan.businessName}${loan.thirdPartyCustomerId ? ` (${loan.thirdPartyCustomerId})` : ""}, on ${loan.marketplace}, by ${loan.lender.name}`}
        actions={
          <>
            <Link
              href={`/ops/${environment}/treasury/loans/${loanId}`}
              prefetch={false}
              className={buttonLook("secondary")}
            >
              Its payouts and orders
            </Link>
            {loan.agreement && (
              <a href={`${path}/agreement`} download className={buttonLook("secondary")}>
                Download the agreement
              </a>
            )}
          </>
        }
      />
      {collects && (
        <div className="flex flex-wrap gap-2">
          <ContactDialogs
            loanId={loanId}
            contact={noteLoanContact.bind(null, environment)}
            promise={takeLoanPromise.bind(null, environment)}
            complaint={recordLoanComplaint.bind(null, environment)}
            pays={isPayable(loan.state)}
          />
          <ActDialogs
            loanId={loanId}
            left={loan.outstanding.total}
            acts={actsFor({ state: loan.state, paused: loan.deduction.paused })}
            preview={previewLoanAct.bind(null, environment)}
            perform={actOnLoan.bind(null, environment)}
          />
        </div>
      )}
      {loan.wrongBooks.length > 0 && (
        <Card title="A check found its books wrong">
          <ul className="flex flex-col gap-1 text-sm">
            {loan.wrongBooks.map((line) => (
              <li key={line}>{line}</li>
            ))}
          </ul>
        </Card>
      )}
      {loan.proposals.map((proposal) => (
        <ProposalView
          key={proposal.id}
          proposal={proposal}
          title={`Proposed: ${proposalWords[proposal.kind].title}`}
          approve={approve.bind(null, environment)}
          reject={reject.bind(null, environment)}
        />
      ))}
      {loan.complaints.length > 0 && (
        <Card title="Complaints">
          <ul className="flex flex-col gap-2 text-sm">
            {loan.complaints.map(({ id, number, status }) => (
              <li key={id} className="flex flex-wrap items-center gap-3">
                <Link
                  href={`/ops/${environment}/complaints/${id}`}
                  prefetch={false}
                  className="underline underline-offset-4"
                >
                  {number}
                </Link>
                <LabelBadge of={complaintStateLabels[status]} />
              </li>
            ))}
          </ul>
        </Card>
      )}
      <div className="grid items-start gap-6 lg:grid-cols-2">
        <LoanFacts
          loan={loan}
          merchant={
            <Link
              href={`/ops/${environment}/kyc/${loan.merchantId}`}
              prefetch={false}
              className="underline underline-offset-4"
            >
              {loan.businessName}
            </Link>
          }
        />
        <LoanSchedule schedule={loan.schedule} />
      </div>
      <PromiseCard promises={loan.promises} />
      <h2 className="text-lg font-semibold">The whole story, newest first</h2>
      <FilterBar
        filters={[
          {
            param: "kind",
            label: "Kind",
            options: storyKinds.map((value) => ({ value, label: storyKindLabels[value] })),
          },
        ]}
      />
      <StoryTable entries={entries} />
      <div className="flex flex-wrap gap-4 text-sm font-medium">
        {after && (
          <Link href={kind ? `${path}?kind=${kind}` : path} prefetch={false} className="underline underline-offset-4">
            Newest entries
          </Link>
        )}
        {older && (
          <Link href={older} prefetch={false} className="underline underline-offset-4">
            Older entries
          </Link>
        )}
      </div>
    </>
  );
}
