import { Day } from "@/components/staff/day";
import { type Column, DataTable } from "@/components/ui/data-table";
import { EmptyState } from "@/components/ui/empty-state";
import { Money } from "@/components/ui/money";
import { StatusBadge } from "@/components/ui/status-badge";
import { type Kobo, minus } from "@/lib/kernel/money";
import { beyondRounding } from "@/lib/terms/collection/constants";

type Row = { day: string; agreed: Kobo; taken: Kobo; judgement: keyof typeof judgements };

const judgements = {
  AWAITED: { words: "May still come", tone: "busy" },
  AGREED: { words: "As agreed", tone: "good" },
  SHORT: { words: "Missing", tone: "bad" },
  OVER: { words: "Too much", tone: "bad" },
} as const;

const columns: Column<Row>[] = [
  {
    key: "day",
    header: "Sales of",
    cell: ({ day, judgement }) => (
      <>
        <Day date={day} />
        <span className="block font-normal @xl:hidden">
          <Judgement of={judgement} />
        </span>
      </>
    ),
  },
  { key: "agreed", header: "Agreed", align: "end", cell: ({ agreed }) => <Money kobo={agreed} /> },
  { key: "taken", header: "Taken", align: "end", cell: ({ taken }) => <Money kobo={taken} /> },
  {
    key: "difference",
    header: "Difference",
    align: "end",
    priority: 2,
    cell: ({ agreed, taken }) => {
      const difference = beyondRounding(minus(taken, agreed));
      return difference === 0 ? "–" : <Money kobo={difference} />;
    },
  },
  { key: "judgement", header: "Judgement", priority: 2, cell: ({ judgement }) => <Judgement of={judgement} /> },
];

function Judgement({ of }: { of: keyof typeof judgements }) {
  return <StatusBadge tone={judgements[of].tone}>{judgements[of].words}</StatusBadge>;
}

export function DaysTable({ rows }: { rows: readonly Row[] }) {
  return (
    <DataTable
      caption="Agreed and taken by day"
      columns={columns}
      rows={rows}
      keyOf={({ day }) => day}
      empty={
        <EmptyState title="No sales yet">
          Once sales of this merchant come in, each day shows what should have been deducted and what was.
        </EmptyState>
      }
    />
  );
}
