import { staffAt } from "@/app/(dashboard)/staff";
import { orNotFound } from "@/app/or-not-found";
import { LineChart } from "@/components/charts/line-chart";
import { ConsentCard } from "@/components/dashboard/merchants/consent-card";
import { EventTable } from "@/components/dashboard/merchants/event-table";
import { KycCard } from "@/components/dashboard/merchants/kyc-card";
import { MerchantFacts } from "@/components/dashboard/merchants/merchant-facts";
import { ScoreCard } from "@/components/dashboard/merchants/score-card";
import { dayText } from "@/components/staff/day";
import { LabelBadge } from "@/components/staff/label-badge";
import { ListTable } from "@/components/staff/list-table";
import { Card } from "@/components/ui/card";
import { PageHeader } from "@/components/ui/page-header";
import { Pager } from "@/components/ui/pager";
import { orFirstPage } from "@/lib/kernel/cursor";
import { reachOf } from "@/lib/kernel/reach";
import { listEvents } from "@/lib/platform/messages/webhooks/queries";
import { fundingList, listFunding } from "@/lib/surfaces/dashboard/funding-list";
import { listLoansForStaff, loanList } from "@/lib/surfaces/dashboard/loans-list";
import { merchantEventsQuery, readMerchant } from "@/lib/surfaces/dashboard/merchant-detail";
import { neighboursOf } from "@/lib/surfaces/lists/neighbours";
import { connectionLabels } from "@/lib/terms/dashboard/labels";
import { allEvents } from "@/lib/terms/events/all-events";

export const metadata = { title: "Merchant" };

export default async function Merchant({
  params,
  searchParams,
}: PageProps<"/dashboard/[environment]/merchants/[merchantId]">) {
  const { actor, environment, now, realNow } = await staffAt(params);
  const { merchantId: ref } = await params;
  const reach = reachOf(actor);
  const found = await orNotFound(readMerchant(reach, decodeURIComponent(ref)));
  const { merchant, connection, kyc, directors, score, history, consents } = found;
  const asked = merchantEventsQuery.parse(await searchParams);
  const [loans, requests, { found: events, query: cut }] = await Promise.all([
    listLoansForStaff(reach, { merchant: merchant.id, limit: 10 }, now),
    listFunding(reach, { q: merchant.id, limit: 10 }),
    orFirstPage(asked, (page) => listEvents(reach, { merchantId: merchant.id, ...page, limit: 20 })),
  ]);
  const at = `/dashboard/${environment}`;
  const path = `${at}/merchants/${merchant.id}`;
  return (
    <>
      <PageHeader
        title={merchant.businessName}
        back={{ href: `${at}/merchants`, label: "Merchants" }}
        state={<LabelBadge of={connectionLabels[connection.status]} />}
      />
      <div className="grid items-start gap-6 lg:grid-cols-2">
        <MerchantFacts merchant={merchant} connection={connection} />
        <KycCard kyc={kyc} directors={directors} />
      </div>
      {score ? (
        <ScoreCard score={score} />
      ) : (
        <Card title="Score">
          <p className="text-sm text-muted">
            {connection.status === "DISCONNECTED"
              ? "The merchant is disconnected, so its score is not shown."
              : "There is no score: no sales data of this merchant has been sent and scored yet."}
          </p>
        </Card>
      )}
      {history.length > 1 && (
        <Card title="Score over time">
          <LineChart
            title="Score by the date of the data"
            series={[{ key: "score", label: "Score" }]}
            points={history.map(({ submittedAt, result }) => ({
              label: dayText(submittedAt.toISOString().slice(0, 10)),
              values: { score: result.totalScore },
            }))}
            format="count"
            axis="Data of"
          />
        </Card>
      )}
      {loans.rows.length > 0 && (
        <Card title="Loans">
          <ListTable base={`/dashboard/${environment}`} table={loanList.tableOf(loans.rows, now, "businessName")} />
        </Card>
      )}
      <Card title="Funding requests">
        <ListTable
          base={`/dashboard/${environment}`}
          table={fundingList.tableOf(requests.rows, now, "businessName")}
          empty={<p className="text-sm text-muted">It has not asked for funding yet.</p>}
        />
      </Card>
      <ConsentCard consents={consents} now={realNow} />
      <Card title="What happened">
        <EventTable
          environment={environment}
          rows={events.data.map((event) => ({ ...event, summary: allEvents[event.event].summary }))}
        />
        <Pager
          path={path}
          query={{}}
          first={events.data[0]?.id}
          last={events.data.at(-1)?.id}
          {...neighboursOf(cut, events.hasMore)}
        />
      </Card>
    </>
  );
}
