import Link from "next/link";
import { staffAt } from "@/app/(dashboard)/staff";
import { orNotFound } from "@/app/or-not-found";
import { ReportTable } from "@/components/dashboard/loans/loan-reports";
import { CorrectSettlement } from "@/components/dashboard/settlements/correct-settlement";
import { SettlementFigures } from "@/components/dashboard/settlements/settlement-figures";
import { SettlementBreaks, SettlementCorrections } from "@/components/dashboard/settlements/settlement-story";
import { LabelBadge } from "@/components/staff/label-badge";
import { Card } from "@/components/ui/card";
import { Facts } from "@/components/ui/facts";
import { Live } from "@/components/ui/live";
import { Moment } from "@/components/ui/moment";
import { PageHeader } from "@/components/ui/page-header";
import { Pager } from "@/components/ui/pager";
import { reachOf } from "@/lib/kernel/reach";
import { listReports } from "@/lib/surfaces/dashboard/loan-money";
import { reportPageQuery } from "@/lib/surfaces/dashboard/loan-parts";
import { readSettlementForStaff, type SettlementForStaff } from "@/lib/surfaces/dashboard/settlement-detail";
import { neighboursOf } from "@/lib/surfaces/lists/neighbours";
import { matchLabels } from "@/lib/terms/dashboard/labels";
import { correct } from "./actions";

export const metadata = { title: "Settlement" };

export default async function SettlementPage({
  params,
  searchParams,
}: PageProps<"/dashboard/[environment]/settlements/[settlementId]">) {
  const { actor, environment, may } = await staffAt(params);
  const query = reportPageQuery.parse(await searchParams);
  const reach = reachOf(actor);
  const settlement = await orNotFound(readSettlementForStaff(reach, (await params).settlementId));
  const { id: settlementId, reference, merchantId, businessName, periodStart, periodEnd, transferredAt } = settlement;
  const { rows, hasMore } = await listReports(reach, { settlementId }, { ...query, limit: 50 });
  const at = `/dashboard/${environment}`;
  return (
    <>
      <PageHeader
        title={`Settlement ${reference}`}
        back={{ href: `${at}/settlements`, label: "Settlements" }}
        lead={
          <>
            Paid out to{" "}
            <Link href={`${at}/merchants/${merchantId}`} prefetch={false} className="underline underline-offset-4">
              {businessName}
            </Link>
          </>
        }
        actions={
          may("change") && (
            <CorrectSettlement settlement={correctable(settlement)} send={correct.bind(null, environment)} />
          )
        }
      />
      <div className="grid items-start gap-6 lg:grid-cols-2">
        <SettlementFigures settlement={settlement} />
        <Card title="Matching" aside={<LabelBadge of={matchLabels[settlement.matchStatus]} />}>
          <Facts
            items={[
              [
                "Period",
                periodStart && periodEnd ? <Period key="" from={periodStart} to={periodEnd} /> : notYet("created"),
              ],
              ["Transferred", transferredAt ? <Moment key="" at={transferredAt} /> : notYet("transferred")],
              ["Transfer", settlement.transferReference ?? "–"],
              ["Deductions named", settlement.deductionReferenceCount ?? "None: those of its period count"],
              ["Deductions found", settlement.matchCount],
              ["First reported", <Moment key="" at={settlement.receivedAt} />],
            ]}
          />
        </Card>
      </div>
      <SettlementBreaks at={at} breaks={settlement.breaks} />
      <SettlementCorrections corrections={settlement.corrections} />
      <Card title="Deductions in it">
        <ReportTable at={at} rows={rows} of="settlement" />
        <Pager
          path={`${at}/settlements/${settlementId}`}
          query={{}}
          first={rows[0]?.id}
          last={rows.at(-1)?.id}
          {...neighboursOf(query, hasMore)}
        />
      </Card>
      <Live environment={environment} topics={["breaks"]} />
    </>
  );
}

/** No more than the form needs goes to the browser. */
function correctable(settlement: SettlementForStaff) {
  const { reference, grossAmount, totalDeductions, netAmount, transferredAt, deductionReferenceCount, names } =
    settlement;
  return { reference, grossAmount, totalDeductions, netAmount, transferredAt, deductionReferenceCount, names };
}

function Period({ from, to }: { from: string; to: string }) {
  return (
    <>
      <Moment at={from} /> to <Moment at={to} />
    </>
  );
}

function notYet(event: "created" | "transferred"): string {
  return `settlement.${event} has not come yet`;
}
