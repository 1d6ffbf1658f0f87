import type { Metadata } from "next";
import { staffAt } from "@/app/(dashboard)/staff";
import { LookedSoFar, NoneSoFar } from "@/components/dashboard/looked-so-far";
import { FundingTable } from "@/components/dashboard/merchants/funding-table";
import { fundingWords, reasonWords } from "@/components/dashboard/merchants/merchant-words";
import { NoneFits } from "@/components/dashboard/none-fits";
import { EmptyState } from "@/components/ui/empty-state";
import { ExportLink } from "@/components/ui/export-link";
import { FilterBar } from "@/components/ui/filter-bar";
import { PageHeader } from "@/components/ui/page-header";
import { Pager } from "@/components/ui/pager";
import { reachOf } from "@/lib/kernel/reach";
import { listFunding } from "@/lib/surfaces/dashboard/funding-list";
import { fundingListQuery } from "@/lib/surfaces/dashboard/funding-list-schema";
import { endsOf, neighboursOf } from "@/lib/surfaces/dashboard/neighbours";
import { failureReasons, fundingStatuses } from "@/lib/terms/funding/constants";

export const metadata: Metadata = { title: "Funding requests" };

const filters = [
  {
    param: "status",
    label: "State",
    options: fundingStatuses.map((value) => ({ value, label: fundingWords(value) })),
  },
  {
    param: "reason",
    label: "Rejected because",
    options: failureReasons.map((value) => ({ value, label: reasonWords(value) })),
  },
];

type Props = {
  params: Promise<{ environment: string }>;
  searchParams: Promise<Record<string, string | string[] | undefined>>;
};

export default async function FundingRequests({ params, searchParams }: Props) {
  const { actor, environment } = await staffAt(params);
  const query = fundingListQuery.parse(await searchParams);
  const { rows, hasMore, lookedUntil } = await listFunding(reachOf(actor), { ...query, limit: 50 });
  const { startingAfter, endingBefore, ...chosen } = query;
  const narrowed = Object.values(chosen).some((value) => value !== undefined);
  const path = `/dashboard/${environment}/funding-requests`;
  return (
    <>
      <PageHeader
        title="Funding requests"
        lead="What your merchants asked for and what became of it, newest first."
        actions={<ExportLink path={path} query={chosen} />}
      />
      <FilterBar
        search={{ label: "Merchant or request" }}
        filters={filters}
        dates={{ from: "Asked from", to: "Asked until" }}
      />
      <FundingTable
        environment={environment}
        rows={rows}
        empty={lookedUntil ? <NoneSoFar what="requests" /> : <Empty environment={environment} narrowed={narrowed} />}
      />
      {lookedUntil && <LookedSoFar what="requests" query={query} />}
      <Pager path={path} query={query} {...endsOf(query, rows, lookedUntil)} {...neighboursOf(query, hasMore)} />
    </>
  );
}

function Empty({ environment, narrowed }: { environment: string; narrowed: boolean }) {
  if (narrowed) return <NoneFits what="requests" />;
  return (
    <EmptyState
      title="No funding requests yet"
      action={{ href: `/dashboard/${environment}/merchants`, label: "See your merchants" }}
    >
      A request appears here as soon as a merchant asks for funding in its journey, or you ask for it by the API.
    </EmptyState>
  );
}
