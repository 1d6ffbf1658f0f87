import type { Metadata } from "next";
import { staffAt } from "@/app/(dashboard)/staff";
import { RequestTable } from "@/components/dashboard/logs/request-table";
import { EmptyState } from "@/components/ui/empty-state";
import { ExportLink } from "@/components/ui/export-link";
import { FilterBar } from "@/components/ui/filter-bar";
import { Live } from "@/components/ui/live";
import { PageHeader } from "@/components/ui/page-header";
import { Pager } from "@/components/ui/pager";
import { countLeftOut, listUsedOperations } from "@/lib/platform/request-log/queries";
import { requestListQuery } from "@/lib/surfaces/dashboard/log-schema";
import { neighboursOf } from "@/lib/surfaces/dashboard/neighbours";
import { listRequestsForStaff } from "@/lib/surfaces/dashboard/requests-list";

export const metadata: Metadata = { title: "Requests" };

type Props = { params: Promise<{ environment: string }>; searchParams: Promise<Record<string, unknown>> };

const outcomes = [
  { value: "succeeded", label: "Succeeded" },
  { value: "refused", label: "Refused (4xx)" },
  { value: "failed", label: "Failed (5xx)" },
];

export default async function Requests({ params, searchParams }: Props) {
  const { actor, environment } = await staffAt(params);
  const { tenant } = actor;
  const query = requestListQuery.parse(await searchParams);
  const { startingAfter, endingBefore, ...chosen } = query;
  const [{ rows, hasMore }, operations] = await Promise.all([
    listRequestsForStaff(tenant, query, { limit: 50, startingAfter, endingBefore }),
    listUsedOperations(tenant),
  ]);
  const [newest, oldest] = [rows[0], rows.at(-1)];
  const narrowed = Object.values(chosen).some(Boolean);
  const leftOut = newest && oldest && !narrowed ? await countLeftOut(tenant, oldest.at, newest.at) : 0;
  const path = `/dashboard/${environment}/developers/requests`;
  return (
    <>
      <PageHeader
        title="Requests"
        lead="What your programs and your team asked of the API in the last 14 days. Bodies are never kept."
        actions={<ExportLink path={path} query={query} />}
      />
      <FilterBar
        search={{ label: "Request id" }}
        filters={[
          { param: "outcome", label: "Outcome", options: outcomes },
          { param: "operation", label: "Operation", options: operations.map((value) => ({ value, label: value })) },
        ]}
        dates={{ from: "First day", to: "Last day" }}
      />
      {leftOut > 0 && (
        <p role="note" className="text-sm text-muted">
          {leftOut.toLocaleString("en-GB")} more in this time were not kept: of many at once, failures come first.
        </p>
      )}
      <RequestTable rows={rows} empty={<Nothing searched={query.q} narrowed={narrowed} />} />
      <Pager path={path} query={query} first={newest?.id} last={oldest?.id} {...neighboursOf(query, hasMore)} />
      <Live environment={environment} topics={["requests"]} />
    </>
  );
}

function Nothing({ searched, narrowed }: { searched: string | undefined; narrowed: boolean }) {
  if (searched !== undefined) {
    return (
      <EmptyState title="No request has this id">
        It is in the header X-Request-Id of every answer, and in every problem document. A request appears here a second
        after its answer, if it named one of your keys, clients or users.
      </EmptyState>
    );
  }
  if (narrowed) return <EmptyState title="Nothing fits">No request of the last 14 days is like that.</EmptyState>;
  return (
    <EmptyState title="No requests yet" action={{ href: "/docs/errors", label: "What errors mean" }}>
      The first call with one of your keys appears here a second later.
    </EmptyState>
  );
}
