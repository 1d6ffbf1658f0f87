import { Day, dayText } from "@/components/staff/day";
import { LabelBadge } from "@/components/staff/label-badge";
import { type Column, DataTable } from "@/components/ui/data-table";
import { Facts } from "@/components/ui/facts";
import { Moment } from "@/components/ui/moment";
import { Money } from "@/components/ui/money";
import { toKobo } from "@/lib/kernel/money";
import type { ImportAnswer } from "@/lib/lending/bank-statements/schema";
import { lineLabels, lineWaitTexts } from "@/lib/terms/console/treasury-words";

type Line = ImportAnswer["lines"][number];
type Waited = ImportAnswer["waited"][number];

const imported: Column<Waited> = {
  key: "imported",
  header: "Imported",
  cell: ({ importedBy, importedAt }) => (
    <>
      {importedBy.name}, <Moment at={importedAt} />
    </>
  ),
};

const columns: Column<Line>[] = [
  {
    key: "text",
    header: "Line",
    cell: ({ text, order, waitsBecause }) => (
      <>
        <span className="wrap-anywhere">{text || "Without a text"}</span>
        <span className="block text-xs font-normal text-muted">
          {order ? `Order ${order}` : waitsBecause ? lineWaitTexts[waitsBecause] : ""}
        </span>
      </>
    ),
  },
  { key: "day", header: "Booked", priority: 2, cell: ({ bookingDate }) => <Day date={bookingDate} /> },
  { key: "amount", header: "Amount", align: "end", cell: ({ amount }) => <Money kobo={toKobo(amount)} /> },
  { key: "state", header: "Is", cell: ({ state }) => <LabelBadge of={lineLabels[state]} /> },
];

export function StatementPreview({ preview }: { preview: ImportAnswer }) {
  const { statements, books, gaps, lines, waited } = preview;
  return (
    <div className="flex flex-col gap-4">
      <Facts
        items={[
          [
            "Days",
            statements.map(({ from, to }) => `${from ? dayText(from) : "?"} to ${to ? dayText(to) : "?"}`).join(", "),
          ],
          ["New lines", `${preview.new}, and ${preview.known} that were imported before`],
          ["Orders it confirms", books.confirmed],
          ["Orders that came back", books.cameBack],
          ["Remittances", books.remittances],
          ["Lines that waited, now known", preview.decided],
          ["Lines that name an order or a remittance", preview.naming],
          [
            "Days that no statement has",
            gaps.map(({ from, to }) => `${dayText(from)} to ${dayText(to)}`).join(", ") || null,
          ],
        ]}
      />
      <DataTable
        caption="New lines"
        columns={columns}
        rows={lines}
        keyOf={(line) => JSON.stringify(line)}
        empty={<p className="text-sm text-muted">It has no new lines.</p>}
      />
      {waited.length > 0 && (
        <DataTable
          caption="Lines that waited"
          columns={[...columns, imported]}
          rows={waited}
          keyOf={(line) => JSON.stringify(line)}
          empty={null}
        />
      )}
    </div>
  );
}
