import Link from "next/link";
import { answer, close, take } from "@/app/ops/[environment]/complaints/actions";
import { operatorAt } from "@/app/ops/operator";
import { orNotFound } from "@/app/or-not-found";
import { ComplaintActs } from "@/components/ops/complaints/complaint-acts";
import { LabelBadge } from "@/components/staff/label-badge";
import { Card } from "@/components/ui/card";
import { Facts } from "@/components/ui/facts";
import { Moment } from "@/components/ui/moment";
import { PageHeader } from "@/components/ui/page-header";
import { StatusBadge } from "@/components/ui/status-badge";
import { readComplaintForOperators } from "@/lib/surfaces/console/loans/read-complaint";
import { complaintStateLabels } from "@/lib/terms/console/complaints";

export const metadata = { title: "Complaint" };

export default async function ComplaintPage({ params }: PageProps<"/ops/[environment]/complaints/[complaintId]">) {
  const at = await operatorAt(params);
  const { operator, environment, may } = at;
  const found = await orNotFound(readComplaintForOperators(at, (await params).complaintId));
  const { id, number, status, loan, late, takenBy, answeredAt, answeredBy, closedAt } = found;
  return (
    <>
      <PageHeader
        title={number}
        state={
          <>
            <LabelBadge of={complaintStateLabels[status]} />
            {late && <StatusBadge tone="bad">Late</StatusBadge>}
          </>
        }
        back={{ href: `/ops/${environment}/complaints`, label: "Complaints" }}
        lead={`Of ${found.merchant.businessName}`}
        actions={
          may("collect") && (
            <ComplaintActs
              complaintId={id}
              status={status}
              mine={takenBy?.id === operator.userId}
              take={take.bind(null, environment)}
              answer={answer.bind(null, environment)}
              close={close.bind(null, environment)}
            />
          )
        }
      />
      <Card title="What the merchant says">
        <p className="max-w-prose whitespace-pre-line wrap-anywhere">{found.words}</p>
        <Facts
          items={[
            ["Made", <Moment key="" at={found.madeAt} />],
            ["Answer by", <Moment key="" at={found.answerBy} />],
            [
              "About",
              loan ? (
                <Link
                  key=""
                  href={`/ops/${environment}/loans/${loan.id}`}
                  prefetch={false}
                  className="underline underline-offset-4"
                >
                  Loan {loan.reference}
                </Link>
              ) : (
                "No loan"
              ),
            ],
            ["Who has it", takenBy?.name ?? "Nobody"],
            ["Merchant", <code key="merchant">{found.merchant.id}</code>],
          ]}
        />
      </Card>
      {found.answer !== null && answeredAt && (
        <Card title="The answer">
          <p className="max-w-prose whitespace-pre-line wrap-anywhere">{found.answer}</p>
          <p className="text-sm text-muted">
            {answeredBy?.name}, <Moment at={answeredAt} />
            {closedAt && (
              <>
                . Closed <Moment at={closedAt} />
              </>
            )}
          </p>
        </Card>
      )}
    </>
  );
}
