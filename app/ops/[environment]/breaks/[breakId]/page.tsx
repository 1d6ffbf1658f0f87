import Link from "next/link";
import { decide } from "@/app/ops/[environment]/breaks/actions";
import { operatorAt } from "@/app/ops/operator";
import { orNotFound } from "@/app/or-not-found";
import { DecideBreak } from "@/components/ops/breaks/decide-break";
import { Evidence } from "@/components/staff/evidence";
import { LabelBadge } from "@/components/staff/label-badge";
import { Card } from "@/components/ui/card";
import { Facts } from "@/components/ui/facts";
import { Moment } from "@/components/ui/moment";
import { Money } from "@/components/ui/money";
import { PageHeader } from "@/components/ui/page-header";
import { readBreakForOperators } from "@/lib/surfaces/console/loans/decide-seen-break";
import { answerReasonLabels, breakLabels, breakTypeLabels, resolutionLabels } from "@/lib/terms/dashboard/labels";

export const metadata = { title: "Break" };

export default async function BreakPage({ params }: PageProps<"/ops/[environment]/breaks/[breakId]">) {
  const { environment, may } = await operatorAt(params);
  const found = await orNotFound(readBreakForOperators({ environment }, (await params).breakId));
  const { id, type, status, loanId, expected, actual, answerReason, answeredAt, resolution, resolvedAt } = found;
  return (
    <>
      <PageHeader
        title={breakTypeLabels[type]}
        state={<LabelBadge of={breakLabels[status]} />}
        back={{ href: `/ops/${environment}/breaks`, label: "Breaks" }}
        lead={found.message}
      />
      {status !== "RESOLVED" && may("collect") && (
        <div className="flex flex-wrap gap-2">
          <DecideBreak breakId={id} type={type} seen={found.seen} decide={decide.bind(null, environment)} />
        </div>
      )}
      <Card title="What it is about">
        <Facts
          items={[
            ["Merchant", found.businessName],
            [
              "Loan",
              loanId && (
                <Link
                  key=""
                  href={`/ops/${environment}/loans/${loanId}`}
                  prefetch={false}
                  className="underline underline-offset-4"
                >
                  {found.loanReference ?? loanId}
                </Link>
              ),
            ],
            ["Settlement", found.settlementReference],
            ["Expected", expected === null ? null : <Money key="" kobo={expected} />],
            ["Actual", actual === null ? null : <Money key="" kobo={actual} />],
            ["Found", <Moment key="" at={found.detectedAt} />],
            ["Break", <code key="id">{id}</code>],
          ]}
        />
      </Card>
      {answerReason && answeredAt && (
        <Card title="What the marketplace says">
          <p className="font-medium">{answerReasonLabels[answerReason]}</p>
          <p className="max-w-prose whitespace-pre-line wrap-anywhere">{found.answerNote}</p>
          <p className="text-sm text-muted">
            {found.answeredBy}, <Moment at={answeredAt} />
          </p>
        </Card>
      )}
      {resolution && resolvedAt && (
        <Card title="How it ended">
          <p className="font-medium">{resolutionLabels[resolution]}</p>
          <p className="max-w-prose whitespace-pre-line wrap-anywhere">{found.note}</p>
          <p className="text-sm text-muted">
            {found.resolvedBy}, <Moment at={resolvedAt} />
          </p>
        </Card>
      )}
      <Card title="Evidence">
        <Evidence evidence={found.evidence} />
      </Card>
    </>
  );
}
