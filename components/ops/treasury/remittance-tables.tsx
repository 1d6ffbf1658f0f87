import { Day } from "@/components/staff/day";
import { LabelBadge } from "@/components/staff/label-badge";
import { type Column, DataTable } from "@/components/ui/data-table";
import { Money } from "@/components/ui/money";
import { type Kobo, toKobo } from "@/lib/kernel/money";
import { remittanceLabels } from "@/lib/terms/dashboard/labels";
import type { RemittanceState } from "@/lib/terms/remittances";

/** Naira. */
type DueDay = { dueOn: string; amount: number; received: number; state: RemittanceState };

const dayColumns: Column<DueDay>[] = [
  { key: "day", header: "Due", cell: ({ dueOn }) => <Day date={dueOn} /> },
  { key: "amount", header: "Owed", align: "end", cell: ({ amount }) => <Money kobo={toKobo(amount)} /> },
  {
    key: "got",
    header: "Received",
    align: "end",
    priority: 2,
    cell: ({ received }) => <Money kobo={toKobo(received)} />,
  },
  { key: "state", header: "State", cell: ({ state }) => <LabelBadge of={remittanceLabels[state]} /> },
];

export function DueDays({ days }: { days: readonly DueDay[] }) {
  return <DataTable caption="By day" columns={dayColumns} rows={days} keyOf={({ dueOn }) => dueOn} empty={none} />;
}

type Receipt = {
  id: string;
  amount: Kobo;
  receivedOn: string;
  source: "STATEMENT" | "OPERATORS";
  bankReference: string;
};

const receiptColumns: Column<Receipt>[] = [
  { key: "day", header: "Counts from", cell: ({ receivedOn }) => <Day date={receivedOn} /> },
  { key: "amount", header: "Amount", align: "end", cell: ({ amount }) => <Money kobo={amount} /> },
  {
    key: "by",
    header: "Says who",
    priority: 2,
    cell: ({ source }) => (source === "STATEMENT" ? "A line of the statement" : "Two operators"),
  },
  {
    key: "reference",
    header: "At the bank",
    priority: 3,
    cell: ({ bankReference }) => <code className="wrap-anywhere text-xs">{bankReference}</code>,
  },
];

export function Receipts({ receipts }: { receipts: readonly Receipt[] }) {
  return <DataTable caption="Received" columns={receiptColumns} rows={receipts} keyOf={({ id }) => id} empty={none} />;
}

const none = <p className="text-sm text-muted">Nothing yet.</p>;
