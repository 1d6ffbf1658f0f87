import type { Metadata } from "next";
import { staffAt } from "@/app/(dashboard)/staff";
import { BreakTable } from "@/components/dashboard/breaks/break-table";
import { breakStatusWords, breakTypeWords } from "@/components/dashboard/breaks/break-words";
import { LookedSoFar, NoneSoFar } from "@/components/dashboard/looked-so-far";
import { NoneFits } from "@/components/dashboard/none-fits";
import { EmptyState } from "@/components/ui/empty-state";
import { ExportLink } from "@/components/ui/export-link";
import { FilterBar } from "@/components/ui/filter-bar";
import { Live } from "@/components/ui/live";
import { PageHeader } from "@/components/ui/page-header";
import { Pager } from "@/components/ui/pager";
import { TabLinks } from "@/components/ui/tab-links";
import { reachOf } from "@/lib/kernel/reach";
import { countBreaks, listBreaksForStaff, mostCounted } from "@/lib/surfaces/dashboard/breaks-list";
import { type BreakQuery, breakQuery } from "@/lib/surfaces/dashboard/loans-schema";
import { endsOf, neighboursOf } from "@/lib/surfaces/dashboard/neighbours";
import { breakStatuses, breakTypes } from "@/lib/terms/breaks";

export const metadata: Metadata = { title: "Breaks" };

type Props = {
  params: Promise<{ environment: string }>;
  searchParams: Promise<Record<string, string | string[] | undefined>>;
};

export default async function Breaks({ params, searchParams }: Props) {
  const { actor, environment } = await staffAt(params);
  const query = breakQuery.parse(await searchParams);
  const reach = reachOf(actor);
  const [{ rows, hasMore, lookedUntil }, open, answered] = await Promise.all([
    listBreaksForStaff(reach, { ...query, limit: 50 }),
    countBreaks(reach, "OPEN"),
    countBreaks(reach, "ANSWERED"),
  ]);
  const path = `/dashboard/${environment}/breaks`;
  const { status = "OPEN" } = query;
  const counts = { OPEN: ` (${counted(open)})`, ANSWERED: ` (${counted(answered)})`, RESOLVED: "" };
  const tab = (value: typeof status, label: string) => ({
    href: hrefOf(path, { ...query, status: value }),
    label,
    current: value === status,
  });
  return (
    <>
      <PageHeader
        title="Breaks"
        lead="Where your reports, your settlements and our ledger disagree about money. The open ones wait for you."
        actions={<ExportLink path={path} query={query} />}
      />
      <TabLinks
        tabs={[
          ...breakStatuses.map((value) => tab(value, `${breakStatusWords[value]}${counts[value]}`)),
          tab("ALL", "All"),
        ]}
      />
      <FilterBar
        search={{ label: "Break, loan, settlement or merchant" }}
        filters={[
          {
            param: "type",
            label: "Kind",
            options: breakTypes.map((value) => ({ value, label: breakTypeWords[value] })),
          },
        ]}
      />
      <BreakTable
        environment={environment}
        rows={rows}
        empty={lookedUntil ? <NoneSoFar what="breaks" /> : <Empty query={query} />}
      />
      {lookedUntil && <LookedSoFar what="breaks" query={query} />}
      <Pager path={path} query={query} {...endsOf(query, rows, lookedUntil)} {...neighboursOf(query, hasMore)} />
      <Live environment={environment} topics={["breaks"]} />
    </>
  );
}

/** The list from its beginning. */
function hrefOf(path: string, { status, type, q, merchant }: BreakQuery): string {
  const asked = Object.entries({ status: status === "OPEN" ? undefined : status, type, q, merchant });
  const given = asked.flatMap(([name, value]) => (value === undefined ? [] : [[name, value]]));
  return given.length === 0 ? path : `${path}?${new URLSearchParams(given)}`;
}

function counted(found: number): string {
  return found > mostCounted ? `${mostCounted.toLocaleString("en")}+` : String(found);
}

function Empty({ query: { q, type, merchant, status } }: { query: BreakQuery }) {
  if (q || type || merchant) return <NoneFits what="breaks" />;
  if (status === undefined || status === "OPEN")
    return <EmptyState title="Nothing waits for you">Your reports, your settlements and our ledger agree.</EmptyState>;
  return <EmptyState title="None of these">No break is in this state.</EmptyState>;
}
