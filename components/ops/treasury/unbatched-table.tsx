import { ActionButton } from "@/components/forms/action-button";
import { Card } from "@/components/ui/card";
import { type Column, DataTable } from "@/components/ui/data-table";
import { Money } from "@/components/ui/money";
import { RowNote } from "@/components/ui/row-note";
import type { Unbatched } from "@/lib/surfaces/console/treasury/unbatched";
import { batchKindNames } from "@/lib/terms/console/treasury-words";

type Props = {
  rows: readonly Unbatched[];
  make: ((of: Pick<Unbatched, "lenderId" | "accountId" | "kind">) => Promise<unknown>) | null;
};

/** The orders that are in no batch yet, by the account that they go over, and by what keeps them out of one. */
export function UnbatchedTable({ rows, make }: Props) {
  const columns: Column<Unbatched>[] = [
    {
      key: "lender",
      header: "Lender",
      cell: ({ lender, total }) => (
        <>
          {lender}
          <RowNote>
            <Money kobo={total} />
          </RowNote>
        </>
      ),
    },
    { key: "kind", header: "Of", cell: ({ kind }) => batchKindNames[kind] },
    { key: "orders", header: "Orders", align: "end", cell: ({ orders }) => orders },
    { key: "total", header: "Total", align: "end", priority: 2, cell: ({ total }) => <Money kobo={total} /> },
    { key: "why", header: "Waits because", priority: 2, cell: ({ why }) => why },
    {
      key: "make",
      header: <span className="sr-only">Make a batch</span>,
      cell: ({ lenderId, accountId, kind, why }) =>
        make &&
        why === null && (
          <ActionButton look="secondary" act={make.bind(null, { lenderId, accountId, kind })}>
            Make a batch
          </ActionButton>
        ),
    },
  ];
  if (rows.length === 0) return null;
  return (
    <Card title="In no batch yet">
      <DataTable
        caption="Orders that are in no batch yet"
        columns={columns}
        rows={rows}
        keyOf={({ accountId, kind, why }) => `${accountId} ${kind} ${why}`}
        empty={null}
      />
    </Card>
  );
}
