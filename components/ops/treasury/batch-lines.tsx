import { LabelBadge } from "@/components/staff/label-badge";
import { type Column, DataTable } from "@/components/ui/data-table";
import { Money } from "@/components/ui/money";
import { toKobo } from "@/lib/kernel/money";
import { batchLineLabels, orderNames } from "@/lib/terms/console/treasury-words";

/** Naira. */
type Line = {
  position: number;
  reference: string;
  what: "DISBURSEMENT" | "REFUND" | "DEBIT";
  loanId: string;
  loan: string;
  amount: number;
  state: keyof typeof batchLineLabels;
};

const columns: Column<Line>[] = [
  { key: "reference", header: "Order", cell: ({ reference }) => <code className="text-xs">{reference}</code> },
  { key: "what", header: "What", priority: 2, cell: ({ what }) => orderNames[what] },
  { key: "loan", header: "Loan", priority: 2, cell: ({ loan }) => loan },
  { key: "amount", header: "Amount", align: "end", cell: ({ amount }) => <Money kobo={toKobo(amount)} /> },
  { key: "state", header: "State", cell: ({ state }) => <LabelBadge of={batchLineLabels[state]} /> },
];

/** What the batch is made of, and what has become of each order. */
export function BatchLines({ base, lines }: { base: string; lines: readonly Line[] }) {
  return (
    <DataTable
      caption="Its orders"
      columns={columns}
      rows={lines}
      keyOf={({ position }) => String(position)}
      hrefOf={({ loanId }) => `${base}/treasury/loans/${loanId}`}
      empty={null}
    />
  );
}
