import { Day } from "@/components/staff/day";
import { type Column, DataTable } from "@/components/ui/data-table";
import { EmptyState } from "@/components/ui/empty-state";
import { RowNote } from "@/components/ui/row-note";
import { bankNameOf } from "@/lib/terms/bank-names";

type Row = {
  lender: string;
  accountId: string;
  bankCode: string;
  lastFour: string;
  collects: boolean;
  lastDay: string | null;
  waiting: number | null;
};

const columns: Column<Row>[] = [
  {
    key: "account",
    header: "Account",
    cell: ({ lender, bankCode, lastFour, collects }) => (
      <>
        {lender}
        <RowNote>
          {bankNameOf(bankCode)} …{lastFour}
          {collects && ", takes remittances"}
        </RowNote>
      </>
    ),
  },
  { key: "day", header: "Imported until", cell: ({ lastDay }) => (lastDay ? <Day date={lastDay} /> : "Never") },
  { key: "waiting", header: "Lines that wait", align: "end", cell: ({ waiting }) => waiting ?? 0 },
];

export function AccountTable({ base, rows }: { base: string; rows: readonly Row[] }) {
  return (
    <DataTable
      caption="Accounts"
      columns={columns}
      rows={rows}
      keyOf={({ accountId }) => accountId}
      hrefOf={({ accountId }) => `${base}/treasury/statements/${accountId}`}
      empty={
        <EmptyState title="No account yet">
          A lender’s account appears here once two operators have agreed on it.
        </EmptyState>
      }
    />
  );
}
