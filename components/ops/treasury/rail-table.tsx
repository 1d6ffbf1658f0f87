import { Day } from "@/components/staff/day";
import { type Column, DataTable } from "@/components/ui/data-table";
import { EmptyState } from "@/components/ui/empty-state";
import { Money } from "@/components/ui/money";
import { RowNote } from "@/components/ui/row-note";
import type { Kobo } from "@/lib/kernel/money";
import type { RailKind } from "@/lib/terms/rails";

type Sum = { amount: Kobo; count: number };
type Row = {
  id: string;
  lender: string;
  lenderId: string;
  kind: RailKind;
  state: "TRIED" | "ACTIVE" | "RETIRED";
  keyEnd: string | null;
  out: Sum;
  in: Sum;
  underWay: Sum;
  fees: Kobo | null;
  last: { day: string; balance: Kobo | null } | null;
};

const names: Record<RailKind, string> = { PAYSTACK: "Paystack", BY_HAND: "By hand" };

const sum = (key: "out" | "in" | "underWay", header: string, priority: 1 | 2 | 3): Column<Row> => ({
  ...{ key, header, priority, align: "end" },
  cell: (row) => (
    <>
      <Money kobo={row[key].amount} />
      <RowNote>{row[key].count}</RowNote>
    </>
  ),
});

const columns: Column<Row>[] = [
  {
    key: "rail",
    header: "Rail",
    cell: ({ lender, kind, state, keyEnd }) => (
      <>
        {lender}
        <RowNote>
          {names[kind]}
          {keyEnd && ` …${keyEnd}`}
          {state === "RETIRED" && ", no longer used"}
        </RowNote>
      </>
    ),
  },
  sum("out", "Out", 1),
  sum("in", "Debited", 2),
  sum("underWay", "Under way", 1),
  {
    ...{ key: "fees", header: "Fees", priority: 3, align: "end" },
    cell: ({ fees }) => (fees === null ? "–" : <Money kobo={fees} />),
  },
  {
    ...{ key: "balance", header: "Last balance", priority: 2, align: "end" },
    cell: ({ last }) => (last?.balance == null ? "–" : <Money kobo={last.balance} />),
  },
  { key: "day", header: "Imported until", priority: 3, cell: ({ last }) => (last ? <Day date={last.day} /> : "–") },
];

export function RailTable({ base, rows }: { base: string; rows: readonly Row[] }) {
  return (
    <DataTable
      caption="Rails"
      columns={columns}
      rows={rows}
      keyOf={({ id }) => id}
      hrefOf={({ lenderId }) => `${base}/lenders/${lenderId}`}
      empty={
        <EmptyState title="No rail yet">A lender’s rail appears here once two operators have agreed on it.</EmptyState>
      }
    />
  );
}
