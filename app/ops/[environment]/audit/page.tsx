import Link from "next/link";
import { operatorAt } from "@/app/ops/operator";
import { buttonLook } from "@/components/ui/button";
import { type Column, DataTable } from "@/components/ui/data-table";
import { EmptyState } from "@/components/ui/empty-state";
import { FilterBar } from "@/components/ui/filter-bar";
import { Moment } from "@/components/ui/moment";
import { PageHeader } from "@/components/ui/page-header";
import { RowNote } from "@/components/ui/row-note";
import { auditQuery, readAudit } from "@/lib/surfaces/console/parties/read-audit";
import { filtersOf } from "@/lib/surfaces/lists/list-query";

export const metadata = { title: "Audit log" };

type Row = Awaited<ReturnType<typeof readAudit>>["rows"][number];

const columns: Column<Row>[] = [
  {
    key: "what",
    header: "What",
    cell: ({ action, detail, at, subjectId }) => (
      <>
        <code className="text-xs">{action}</code>
        {detail && <span className="wrap-anywhere block text-xs font-normal text-muted">{detail}</span>}
        <RowNote>{subjectId}</RowNote>
        <RowNote>
          <Moment at={at} seconds />
        </RowNote>
      </>
    ),
  },
  { key: "who", header: "Who", cell: ({ actor }) => <span className="wrap-anywhere">{actor}</span> },
  {
    key: "subject",
    header: "Of what",
    priority: 2,
    cell: ({ subjectId, marketplace }) => (
      <>
        <code className="wrap-anywhere text-xs">{subjectId}</code>
        {marketplace && <span className="block text-xs text-muted">{marketplace}</span>}
      </>
    ),
  },
  { key: "when", header: "When", priority: 2, cell: ({ at }) => <Moment at={at} seconds /> },
];

export default async function Audit({ params, searchParams }: PageProps<"/ops/[environment]/audit">) {
  const { environment } = await operatorAt(params);
  const asked = auditQuery.parse(await searchParams);
  const { rows, older } = await readAudit({ ...asked, environment });
  const filters = await filtersOf(auditQuery, null);
  const kept = Object.entries({ ...asked, startingAfter: older }).filter(([, value]) => value);
  const more = new URLSearchParams(kept.map(([name, value]) => [name, `${value}`]));
  return (
    <>
      <PageHeader
        title="Audit log"
        lead="Who did what, newest first: of this data set, and of what belongs to neither."
      />
      <FilterBar
        search={{ label: "Id of what it was done to" }}
        filters={filters.flatMap(({ options, ...filter }) => (options ? { ...filter, options } : []))}
        dates={{ from: "From", to: "To" }}
      />
      <DataTable
        caption="Audit log"
        columns={columns}
        rows={rows}
        keyOf={({ number }) => String(number)}
        empty={
          <EmptyState title="Nothing like that">Nobody has done anything like it, or the id is mistyped.</EmptyState>
        }
      />
      {older !== null && (
        <div>
          <Link href={`/ops/${environment}/audit?${more}`} prefetch={false} className={buttonLook("secondary")}>
            Older
          </Link>
        </div>
      )}
    </>
  );
}
