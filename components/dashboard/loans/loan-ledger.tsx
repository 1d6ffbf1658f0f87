import { type Column, DataTable } from "@/components/ui/data-table";
import { EmptyState } from "@/components/ui/empty-state";
import { Moment } from "@/components/ui/moment";
import { Money } from "@/components/ui/money";
import { RowNote } from "@/components/ui/row-note";
import { negated } from "@/lib/kernel/money";
import type { JournalRow } from "@/lib/surfaces/dashboard/loan-money";
import { accountLabels, journalLabels, sourceLabels } from "@/lib/terms/dashboard/ledger-labels";

const columns: Column<JournalRow>[] = [
  { key: "number", header: "No.", priority: 2, cell: ({ number }) => number },
  {
    key: "type",
    header: "What",
    namesRow: true,
    cell: ({ type, source, occurredAt }) => (
      <>
        {journalLabels[type]}
        {source && <span className="font-normal text-muted"> {sourceLabels[source]}</span>}
        <RowNote>
          <Moment at={occurredAt} />
        </RowNote>
      </>
    ),
  },
  { key: "at", header: "Happened", priority: 2, cell: ({ occurredAt }) => <Moment at={occurredAt} /> },
  { key: "recorded", header: "Booked", priority: 3, cell: ({ recordedAt }) => <Moment at={recordedAt} /> },
  {
    key: "account",
    header: "Account",
    cell: ({ entries }) => (
      <Lines
        of={entries}
        show={({ account, amount }) => (
          <>
            {accountLabels[account]}
            <span className="text-muted @xl:hidden">
              <Money kobo={amount < 0 ? negated(amount) : amount} /> {amount < 0 ? "Cr" : "Dr"}
            </span>
          </>
        )}
      />
    ),
  },
  {
    key: "debit",
    header: "Debit",
    align: "end",
    priority: 2,
    cell: ({ entries }) => <Lines of={entries} show={({ amount }) => (amount > 0 ? <Money kobo={amount} /> : "")} />,
  },
  {
    key: "credit",
    header: "Credit",
    align: "end",
    priority: 2,
    cell: ({ entries }) => (
      <Lines of={entries} show={({ amount }) => (amount < 0 ? <Money kobo={negated(amount)} /> : "")} />
    ),
  },
];

export function LedgerTable({ rows }: { rows: readonly JournalRow[] }) {
  return (
    <DataTable
      caption="Journals"
      columns={columns}
      rows={rows}
      keyOf={({ id }) => id}
      empty={
        <EmptyState title="Nothing booked yet">The first journal is booked when the money is paid out.</EmptyState>
      }
    />
  );
}

function Lines({
  of,
  show,
}: {
  of: JournalRow["entries"];
  show: (entry: JournalRow["entries"][number]) => React.ReactNode;
}) {
  return of.map((entry) => (
    <span key={entry.account} className="flex min-h-5 flex-col whitespace-nowrap @xl:block">
      {show(entry)}
    </span>
  ));
}
