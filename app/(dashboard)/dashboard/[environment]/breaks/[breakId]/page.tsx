import Link from "next/link";
import { staffAt } from "@/app/(dashboard)/staff";
import { orNotFound } from "@/app/or-not-found";
import { AnswerBreak, CloseBreak } from "@/components/dashboard/breaks/break-forms";
import { BreakAnswer, BreakEnd } from "@/components/dashboard/breaks/break-story";
import { Evidence } from "@/components/staff/evidence";
import { LabelBadge } from "@/components/staff/label-badge";
import { Card } from "@/components/ui/card";
import { Facts } from "@/components/ui/facts";
import { Live } from "@/components/ui/live";
import { Moment } from "@/components/ui/moment";
import { Money } from "@/components/ui/money";
import { PageHeader } from "@/components/ui/page-header";
import { reachOf } from "@/lib/kernel/reach";
import { readBreakForStaff } from "@/lib/surfaces/dashboard/break-detail";
import { breakLabels, breakTypeLabels } from "@/lib/terms/dashboard/labels";
import { answer, close } from "./actions";

export const metadata = { title: "Break" };

export default async function BreakPage({ params }: PageProps<"/dashboard/[environment]/breaks/[breakId]">) {
  const { actor, environment, may } = await staffAt(params);
  const found = await orNotFound(readBreakForStaff(reachOf(actor), (await params).breakId));
  const { id, merchantId, loanId, settlementId, expected, actual, status } = found;
  const at = `/dashboard/${environment}`;
  const open = status !== "RESOLVED";
  return (
    <>
      <PageHeader
        title={breakTypeLabels[found.type]}
        back={{ href: `${at}/breaks`, label: "Breaks" }}
        actions={
          open &&
          may("change") && (
            <>
              <AnswerBreak breakId={id} answered={status === "ANSWERED"} send={answer.bind(null, environment)} />
              {!found.needsOperator && <CloseBreak breakId={id} send={close.bind(null, environment)} />}
            </>
          )
        }
      />
      <Card title="What is wrong" aside={<LabelBadge of={breakLabels[status]} />}>
        <p className="max-w-prose text-pretty">{found.message}</p>
        {open && found.needsOperator && (
          <p className="max-w-prose text-sm text-muted">
            What you answer goes to an operator, who decides. Money or reports that arrive later end it by themselves.
          </p>
        )}
        <Facts
          items={[
            ["Merchant", <To key="" href={`${at}/merchants/${merchantId}`} words={found.businessName} />],
            ["Loan", loanId && <To key="" href={`${at}/loans/${loanId}`} words={found.loanReference ?? loanId} />],
            [
              "Settlement",
              settlementId && (
                <To
                  key=""
                  href={`${at}/settlements/${settlementId}`}
                  words={found.settlementReference ?? settlementId}
                />
              ),
            ],
            ["Expected", expected === null ? null : <Money key="" kobo={expected} />],
            ["Actual", actual === null ? null : <Money key="" kobo={actual} />],
            ["Found", <Moment key="" at={found.detectedAt} />],
            ["Break", <code key="id">{id}</code>],
          ]}
        />
      </Card>
      <BreakAnswer {...found} />
      <BreakEnd {...found} />
      <Card title="Evidence">
        <Evidence evidence={found.evidence} />
      </Card>
      <Live environment={environment} topics={["breaks"]} />
    </>
  );
}

function To({ href, words }: { href: string; words: string }) {
  return (
    <Link href={href} prefetch={false} className="underline underline-offset-4">
      {words}
    </Link>
  );
}
