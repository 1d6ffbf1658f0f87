import * as act from "@/app/ops/[environment]/kyc/actions";
import { approve, reject } from "@/app/ops/[environment]/proposals/[proposalId]/actions";
import { operatorAt } from "@/app/ops/operator";
import { orNotFound } from "@/app/or-not-found";
import { CasePartCard } from "@/components/ops/kyc/case-part";
import { AskedCard, FindingLine, HistoryCard, RequestsCard } from "@/components/ops/kyc/case-story";
import { Decisions, Reopen, Taking } from "@/components/ops/kyc/decisions";
import { NextCase } from "@/components/ops/kyc/next-case";
import { Papers } from "@/components/ops/kyc/papers";
import { ProposalCard } from "@/components/ops/kyc/proposal-card";
import { LabelBadge } from "@/components/staff/label-badge";
import { Card } from "@/components/ui/card";
import { Facts } from "@/components/ui/facts";
import { Moment } from "@/components/ui/moment";
import { Money } from "@/components/ui/money";
import { PageHeader } from "@/components/ui/page-header";
import { queueQuery } from "@/lib/surfaces/console/kyc/kyc-list";
import { addressOf, nextCase } from "@/lib/surfaces/console/kyc/queue";
import { readCase } from "@/lib/surfaces/console/kyc/read-case";
import { watermarkOf, watermarkSheet } from "@/lib/surfaces/console/kyc/watermark";

export const metadata = { title: "KYC case" };

export default async function KycCase({ params, searchParams }: PageProps<"/ops/[environment]/kyc/[merchantId]">) {
  const at = await operatorAt(params);
  const { environment, operator, realNow, may } = at;
  const { merchantId } = await params;
  const query = queueQuery.parse(await searchParams);
  const [found, next] = await Promise.all([
    orNotFound(readCase({ operator, environment, merchantId, realNow })),
    nextCase(at, query, merchantId),
  ]);
  const { subject, seen, state, waits, free, mine, takenBy, parts, documents, items, accepted, proposals } = found;
  const base = `/ops/${environment}`;
  const { order, whose, state: inState, marketplace, q } = query;
  const chosen = Object.entries({ order, whose, state: inState, marketplace, q }).flatMap(([name, value]) =>
    value === undefined ? [] : [[name, value] as const],
  );
  const about = { merchantId, seen, queue: Object.fromEntries(chosen) };
  const reviews = may("review");
  const of = subject.businessName;
  const decides = { of, ask: act.askAgain.bind(null, environment), askable: found.askable, about };
  const judging =
    reviews && waits
      ? {
          merchantId,
          accept: act.acceptCaseItem.bind(null, environment),
          takeBack: act.takeCaseItemBack.bind(null, environment),
        }
      : null;
  const unaccepted = items.filter(({ acceptedBy }) => acceptedBy.length === 0).map(({ label }) => label);
  const proposed = {
    approve: approve.bind(null, environment),
    reject: reject.bind(null, environment),
  };
  return (
    <>
      <PageHeader
        title={of}
        back={{ href: `${base}/kyc${addressOf(query)}`, label: "KYC" }}
        state={<LabelBadge of={state} />}
        lead={`${subject.marketplace}${takenBy === null ? "" : mine ? ", your case" : `, the case of ${takenBy}`}`}
        actions={
          <>
            {reviews && waits && free && (
              <Decisions
                {...decides}
                needsTwo={found.needsTwo}
                open={accepted ? unaccepted : []}
                approve={act.approveCase.bind(null, environment)}
                reject={act.rejectCase.bind(null, environment)}
              />
            )}
            {reviews && found.status === "REJECTED" && <Reopen {...decides} />}
            {reviews && waits && (
              <Taking
                {...{ of, merchantId, takenBy, mine }}
                take={act.takeCase.bind(null, environment)}
                handBack={act.handBackCase.bind(null, environment)}
              />
            )}
            {next && <NextCase href={`${base}/kyc/${next}${addressOf(query)}`} />}
          </>
        }
      />
      {proposals.map((proposal) => (
        <ProposalCard key={proposal.id} of={of} proposal={proposal} may={reviews} {...proposed} />
      ))}
      <div className="grid items-start gap-6 lg:grid-cols-2">
        <div className="flex min-w-0 flex-col gap-6">
          <Card title="At a glance">
            <FindingLine findings={found.findings} />
            <Facts
              items={[
                ["Submitted", found.submittedAt && <Moment key="" at={found.submittedAt} />],
                ["Asked for", found.requested === null ? "Nothing yet" : <Money key="" kobo={found.requested} />],
                ["Cap", found.cap === null ? "No score yet" : <Money key="" kobo={found.cap} />],
                ["Decided by", found.needsTwo ? "Two operators" : "One operator"],
                ["Accepted", accepted && `${accepted.accepted} of ${accepted.of}`],
                ["Rejected", found.rejectionReason],
                ["Merchant", <code key="id">{merchantId}</code>],
              ]}
            />
          </Card>
          {parts.map((part) => (
            <CasePartCard
              key={part.key}
              {...{ base, part, judging }}
              item={items.find(({ key }) => key === part.key)}
            />
          ))}
          <AskedCard requirements={found.requirements} />
          <RequestsCard requests={found.requests} />
        </div>
        <div className="flex min-w-0 flex-col gap-6">
          {reviews ? (
            <Papers
              key={merchantId}
              at={`${base}/kyc/${merchantId}`}
              {...{ documents, judging }}
              items={items.filter(({ key }) => documents.some((one) => one.key === key))}
              sheet={watermarkSheet(watermarkOf(operator.name, realNow))}
            />
          ) : (
            <Card title="Documents">
              <p className="text-sm text-muted">{documents.length} given. They are for reviewers to see.</p>
            </Card>
          )}
        </div>
      </div>
      <HistoryCard history={found.history} />
    </>
  );
}
