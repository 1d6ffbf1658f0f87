import { type Column, DataTable } from "@/components/ui/data-table";
import { EmptyState } from "@/components/ui/empty-state";
import { Moment } from "@/components/ui/moment";
import { Money } from "@/components/ui/money";
import { RowNote } from "@/components/ui/row-note";
import { StatusBadge } from "@/components/ui/status-badge";
import type { WorkItem } from "@/lib/surfaces/console/work/work-schema";

type Row = WorkItem & { kind: string };

const tones = ["neutral", "busy", "warning", "bad"] as const;

function columnsAt(realNow: Date): Column<Row>[] {
  return [
    {
      key: "what",
      header: "What",
      namesRow: true,
      cell: ({ title, detail, cost }) => (
        <>
          {title}
          <span className="wrap-anywhere block text-xs font-normal text-muted">{detail}</span>
          <RowNote>
            <Cost of={cost} />
          </RowNote>
        </>
      ),
    },
    {
      key: "kind",
      header: "Kind",
      priority: 2,
      cell: ({ kind, risk }) => <StatusBadge tone={tones[risk]}>{kind}</StatusBadge>,
    },
    { key: "since", header: "Waiting since", cell: ({ since }) => <Moment at={since} relative={realNow} /> },
    {
      key: "cost",
      header: "What waiting costs",
      align: "end",
      priority: 2,
      cell: ({ cost }) => <Cost of={cost} />,
    },
  ];
}

function Cost({ of: { who, amount } }: { of: WorkItem["cost"] }) {
  return (
    <>
      {amount !== undefined && <Money kobo={amount} />}
      {who && <span className="block text-xs text-muted">{who}</span>}
    </>
  );
}

type Props = { base: string; rows: readonly Row[]; realNow: Date };

export function WorkTable({ base, rows, realNow }: Props) {
  return (
    <DataTable
      caption="What waits"
      columns={columnsAt(realNow)}
      rows={rows}
      keyOf={({ kind, id }) => `${kind} ${id}`}
      hrefOf={({ href }) => `${base}/${href}`}
      empty={
        <EmptyState title="Nothing waits">
          Cases, payouts, breaks and complaints that need a person appear here by themselves.
        </EmptyState>
      }
    />
  );
}
