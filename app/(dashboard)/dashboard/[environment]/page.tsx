import { z } from "zod";
import { staffAt } from "@/app/(dashboard)/staff";
import { AttentionList } from "@/components/dashboard/overview/attention-list";
import { OverviewCharts } from "@/components/dashboard/overview/overview-charts";
import { OverviewStats } from "@/components/dashboard/overview/overview-stats";
import { Refusals } from "@/components/dashboard/overview/refusals";
import { ToldNote } from "@/components/dashboard/overview/told-note";
import { EmptyState } from "@/components/ui/empty-state";
import { Live } from "@/components/ui/live";
import { PageHeader } from "@/components/ui/page-header";
import { TabLinks } from "@/components/ui/tab-links";
import { zero } from "@/lib/kernel/money";
import { readTold } from "@/lib/sandbox/showcase/read-told";
import { type OverviewRange, overviewRanges } from "@/lib/surfaces/dashboard/overview-periods";
import { countedUpTo, readAttention } from "@/lib/surfaces/dashboard/read-attention";
import { collectedShare, readOverview } from "@/lib/surfaces/dashboard/read-overview";

export const metadata = { title: "Overview" };

const rangeLabels: Record<OverviewRange, string> = { "30d": "30 days", "13w": "13 weeks", "12m": "12 months" };
const asked = z.enum(overviewRanges).catch("30d");
const none = { count: 0, amount: zero };

export default async function OverviewPage({ params, searchParams }: PageProps<"/dashboard/[environment]">) {
  const { actor, environment, now } = await staffAt(params);
  const range = asked.parse((await searchParams).range);
  const [overview, attention, told] = await Promise.all([
    readOverview({ actor, range, now }),
    readAttention({ actor }),
    readTold(actor.tenant),
  ]);
  const { funded, fundedBefore, collection, loans, merchants, requests, refusals, steps } = overview;
  const all = Object.values(requests).reduce((sum, { count }) => sum + count, 0);
  return (
    <>
      <Live environment={environment} topics={["funnel", "deliveries", "breaks"]} />
      <PageHeader title="Overview" lead="Your financing programme, and what needs you." />
      {told && <ToldNote {...told} />}
      {!overview.begun && !told && (
        <EmptyState
          title="No merchant yet"
          action={{ href: `/dashboard/${environment}/getting-started`, label: "Get started" }}
        >
          Send your first merchant, and this page fills by itself.
        </EmptyState>
      )}
      {overview.begun && (
        <div className="flex flex-col gap-4">
          <TabLinks
            tabs={overviewRanges.map((one) => ({
              href: `/dashboard/${environment}?range=${one}`,
              label: rangeLabels[one],
              current: one === range,
            }))}
          />
          <OverviewStats
            environment={environment}
            funded={funded}
            fundedBefore={fundedBefore}
            active={loans.ACTIVE ?? none}
            defaulted={loans.DEFAULTED ?? none}
            collection={collection}
            share={collectedShare(collection)}
            requests={{ all, waiting: requests.PENDING?.count ?? 0, refused: requests.REJECTED?.count ?? 0 }}
          />
          <OverviewCharts steps={steps} merchants={merchants} />
          <div className="grid items-start gap-4 xl:grid-cols-2">
            <AttentionList environment={environment} {...attention} countedUpTo={countedUpTo} />
            <Refusals environment={environment} refusals={refusals} />
          </div>
        </div>
      )}
    </>
  );
}
