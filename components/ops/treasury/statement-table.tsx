import { Day } from "@/components/staff/day";
import { type Column, DataTable } from "@/components/ui/data-table";
import { Moment } from "@/components/ui/moment";
import { Money } from "@/components/ui/money";
import { toKobo } from "@/lib/kernel/money";

/** Naira. */
type Statement = {
  id: string;
  from: string;
  to: string;
  closing: number | null;
  lines: number;
  newLines: number;
  importedAt: string;
};

const columns: Column<Statement>[] = [
  {
    key: "days",
    header: "Days",
    cell: ({ from, to }) => (
      <>
        <Day date={from} /> to <Day date={to} />
      </>
    ),
  },
  {
    key: "closing",
    header: "Closing balance",
    align: "end",
    cell: ({ closing }) => (closing === null ? "–" : <Money kobo={toKobo(closing)} />),
  },
  {
    key: "lines",
    header: "Lines",
    align: "end",
    priority: 2,
    cell: ({ lines, newLines }) => `${newLines} of ${lines} new`,
  },
  { key: "at", header: "Imported", priority: 2, cell: ({ importedAt }) => <Moment at={importedAt} /> },
];

/** The last statements of an account that were imported. */
export function StatementTable({ statements }: { statements: readonly Statement[] }) {
  return (
    <DataTable
      caption="Statements"
      columns={columns}
      rows={statements}
      keyOf={({ id }) => id}
      empty={<p className="text-sm text-muted">None yet.</p>}
    />
  );
}
